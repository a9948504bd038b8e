import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); import { run } from './run';

run(/* @__PURE__ */ stepProxy("step//./input//anonymous"));

export async function flow() {
  
  await run(stepProxy("step//./input//flow/anonymous"));
  await run(stepProxy("step//./input//flow/anonymous~2"));
}
