import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//step", step); import { EOL } from 'node:os';

const flow = markWorkflow("workflow//./input//flow", { flow: async () => { return calledDirectly("workflow//./input//flow"); } }.flow);
async function step(n: number) {
  
  return n + EOL.length;
}
export default flow;
export { step as 'other' };
