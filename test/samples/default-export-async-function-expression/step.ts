import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//own", own); import { EOL } from 'node:os';

export default (markWorkflow("workflow//./input//default", { default: async function() { return calledDirectly("workflow//./input//default"); } }.default));
async function own() {
  
  return EOL.length;
}
