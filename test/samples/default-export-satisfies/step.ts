import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } import { EOL } from 'node:os';

const step = step$1("step//./input//step", { step: async () => {
  
  return EOL.length;
} }.step);

export default (markWorkflow("workflow//./input//default", { default: async () => { return calledDirectly("workflow//./input//default"); } }.default)) satisfies () => Promise<number>;
