
import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//named", undefined, named); 


export const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow"),
  expression = /* @__PURE__ */ stepProxy("step//./input//expression");
export const asserted = (/* @__PURE__ */ stepProxy("step//./input//asserted")) as (n: number) => Promise<number>;
const local = /* @__PURE__ */ stepProxy("step//./input//local");
export { local as renamed, local as twice };
export default async function named(...args) { return step$1(...args); }
