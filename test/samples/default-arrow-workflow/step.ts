import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//host", host); import { hostname } from 'node:os';

async function host() {
  
  return typeof hostname();
}

export default markWorkflow("workflow//./input//default", { default: async () => { return calledDirectly("workflow//./input//default"); } }.default);
