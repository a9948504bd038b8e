import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//one", undefined, one); const step$2 = /* @__PURE__ */ stepProxy("step//./input//two", undefined, two); const step$3 = /* @__PURE__ */ stepProxy("step//./input//four", undefined, four); 
// A comment before is fine.

export async function flow() {  return [await one(), await two(), await three(), await four()] }
async function one(...args) { return step$1(...args); }
async function two(...args) { return step$2(...args); }
const three = /* @__PURE__ */ stepProxy("step//./input//three");
async function four(...args) { return step$3(...args); }
