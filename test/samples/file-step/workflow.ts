
import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//size", undefined, size, undefined, 1); const step$2 = /* @__PURE__ */ stepProxy("step//./input//listed", undefined, listed); const step$3 = /* @__PURE__ */ stepProxy("step//./input//aliased", undefined, aliased); 

export type Size = { bytes: number };
export interface Named { name: string }

export async function size(...args) { return step$1(...args); }
export const name = /* @__PURE__ */ stepProxy("step//./input//name", undefined, undefined, undefined, 1);
async function listed(...args) { return step$2(...args); }
async function aliased(...args) { return step$3(...args); }

export { listed, aliased as other, type Local };
type Local = string;
export default /* @__PURE__ */ stepProxy("step//./input//default");
