
import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//first", first); const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step, undefined, 1); 

export async function first(n: number): Promise<number> {
  return second(n) + (await step(n));
}
export const arrow = registerWorkflow("workflow//./input//arrow", { arrow: async (n: number) => second(n) }.arrow);
export const object = registerWorkflow("workflow//./input//object", { object: async () => ({ a: 1 }) }.object);

function second(n: number): number {
  return n * 2;
}
async function step(...args) { return step$1(...args); }
