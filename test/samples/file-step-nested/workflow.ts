
import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//outer", undefined, outer, undefined, 1); 

/** Only what is exported is a step; what stands in it is plain code. */
export async function outer(...args) { return step$1(...args); }
