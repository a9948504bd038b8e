import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const log: string[] = [];
const run = (log.push('made'), /* @__PURE__ */ stepProxy("step//./input//run"));
const nothing = /* @__PURE__ */ (() => (void (/* @__PURE__ */ stepProxy("step//./input//nothing"))))();
const negated = /* @__PURE__ */ (() => (!(/* @__PURE__ */ stepProxy("step//./input//negated"))))();

export async function flow() {
  
  return [await run(), nothing, negated];
}
