
import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { EOL } from 'node:os';

const step = registerStep("step//./input//step", { step: async (n: number) => {
  
  return n + EOL.length;
} }.step);
export default markWorkflow("workflow//./input//default", { default: async () => { return calledDirectly("workflow//./input//default"); } }.default);
