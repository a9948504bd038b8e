import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//own", own); import { EOL } from 'node:os';

export default (markWorkflow("workflow//./input//default", { default: async function() { return calledDirectly("workflow//./input//default"); } }.default));
async function own() {
  
  return EOL.length;
}
