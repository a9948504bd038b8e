import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//step", step); import { EOL } from 'node:os';

const flow = markWorkflow("workflow//./input//flow", { flow: async () => { return calledDirectly("workflow//./input//flow"); } }.flow);
async function step(n: number) {
  
  return n + EOL.length;
}
export default flow;
export { step as 'other' };
