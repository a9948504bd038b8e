import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow() {
  
  const steps: (() => Promise<string>)[] = [];
  for (let i = 0; i < 2; i++) {
    steps.push(stepProxy("step//./input//flow/anonymous", () => ({ i })));
  }
  for (const key in { a: 1, b: 2 }) {
    const read = stepProxy("step//./input//flow/read", () => ({ key }));
    steps.push(read);
  }
  let n = 2;
  while (n > 0) {
    const left = n--;
    steps.push(stepProxy("step//./input//flow/counted", () => ({ left })));
  }
  do {
    const step$1 = stepProxy("step//./input//flow/declared", () => ({ square }), declared); const square = n * n;
    async function declared(...args) { return step$1(...args); }
    steps.push(declared);
  } while (++n < 2);
  const results: string[] = [];
  for (const step of steps) results.push(await step());
  return results;
}
