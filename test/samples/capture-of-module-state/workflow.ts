import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

/** What a module holds is not taken along: each side has its own. */
let greeting = 'hello';
const names = ['a'];
export const setGreeting = (text: string) => {
  greeting = text;
};

export async function flow() {
  
  const local = names.length;
  const step = stepProxy("step//./input//flow/step", () => ({ local }));
  return step();
}
