import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Job {
  constructor(readonly run: () => Promise<string>) {}
}
const collect = (texts: TemplateStringsArray, ...runs: (() => Promise<string>)[]) => ({ texts: [...texts], runs });

const job = new Job(registerStep("step//./input//job", async () => {
  
  return `job ${EOL.length}`;
}));
const tagged = collect`first ${registerStep("step//./input//tagged", async () => {
  
  return `tagged ${EOL.length}`;
})} last`;

export async function flow() { return calledDirectly("workflow//./input//flow"); }
