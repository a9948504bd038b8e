import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//size", size); markWorkflow("workflow//./input//flow", flow); import { readFile } from 'node:fs/promises';

const source = await readFile(new URL(import.meta.url), 'utf8');
const { length } = source;

async function size() {
  
  return length > 0;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
