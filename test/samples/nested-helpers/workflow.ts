import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(base: number) {
  
  const step$1 = stepProxy("step//./input//flow/first", () => ({ factor }), first, undefined, 1); const factor = base + 1;
  
  const plus = undefined;
  async function first(...args) { return step$1(...args); }
  const second = stepProxy("step//./input//flow/second", () => ({ factor }), undefined, undefined, 1);
  const countdown = stepProxy("step//./input//flow/countdown", () => ({ base }), undefined, undefined, 1);
  return [await first(3), await second(2), await countdown(2)];
}
