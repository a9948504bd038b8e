
import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//named", undefined, named, undefined, 1); 


export const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow", undefined, undefined, undefined, 1),
  expression = /* @__PURE__ */ stepProxy("step//./input//expression", undefined, undefined, undefined, 1);
export const asserted = (/* @__PURE__ */ stepProxy("step//./input//asserted", undefined, undefined, undefined, 1)) as (n: number) => Promise<number>;
const local = /* @__PURE__ */ stepProxy("step//./input//local", undefined, undefined, undefined, 1);
export { local as renamed, local as twice };
export default async function named(...args) { return step$1(...args); }
