
import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//outer", outer); registerWorkflow("workflow//./input//other", other); 

export async function outer(n: number) {
  const step$1 = stepProxy("step//./input//outer/inner", () => ({ n }), inner); async function inner(...args) { return step$1(...args); }
  return inner();
}
function helper() {
  return 1;
}
export async function other() {
  return helper();
}
