import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Job {
  constructor(readonly run: () => Promise<string>) {}
}
const collect = (texts: TemplateStringsArray, ...runs: (() => Promise<string>)[]) => ({ texts: [...texts], runs });

const job = new Job(step$1("step//./input//job", async () => {
  
  return `job ${EOL.length}`;
}));
const tagged = collect`first ${step$1("step//./input//tagged", async () => {
  
  return `tagged ${EOL.length}`;
})} last`;

export async function flow() { return calledDirectly("workflow//./input//flow"); }
