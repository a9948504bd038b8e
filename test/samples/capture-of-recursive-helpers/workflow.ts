import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(base: number) {
  
  const factorial = (n: number): number => (n <= 1 ? base : n * factorial(n - 1));
  const named = function inner(n: number): number {
    return n > 0 ? inner(n - 1) : base;
  };
  function* numbers() {
    yield base;
    yield* [1];
  }
  const step = stepProxy("step//./input//flow/step", () => ({ base, late }));
  const late = 'declared later';
  return step();
}
