import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

async function step(...args) { return step$1(...args); }
export async function flow(n: number): Promise<number> {
  
  return n > 0 ? (await step(n)) + (await flow(n - 1)) : 0;
}
export const even = registerWorkflow("workflow//./input//even", { even: async (n: number): Promise<boolean> => {
  
  return n === 0 ? true : odd(n - 1);
} }.even);
export const odd = registerWorkflow("workflow//./input//odd", { odd: async (n: number): Promise<boolean> => {
  
  return n === 0 ? false : even(n - 1);
} }.odd);
