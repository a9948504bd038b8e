import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//host", host); import { hostname } from 'node:os';

async function host() {
  
  return typeof hostname();
}

export default markWorkflow("workflow//./input//default", { default: async () => { return calledDirectly("workflow//./input//default"); } }.default);
