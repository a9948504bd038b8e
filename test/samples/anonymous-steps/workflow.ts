import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); import { run } from './run';



export async function flow() {
  
  await run(stepProxy("step//./input//flow/anonymous"));
  await run(stepProxy("step//./input//flow/anonymous~2"));
}
