import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//where", where); markWorkflow("workflow//./input//flow", flow); import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

async function where() {
  
  return [typeof here, typeof import.meta.dirname];
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
