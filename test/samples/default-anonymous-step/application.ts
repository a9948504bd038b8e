import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//default", defaultExport); markWorkflow("workflow//./input//run", run); import { EOL } from 'node:os';

export default async function defaultExport (text: string) {
  
  return text + EOL.length;
}

export async function run() { return calledDirectly("workflow//./input//run"); }
