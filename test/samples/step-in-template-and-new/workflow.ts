import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

class Job {
  constructor(readonly run: () => Promise<string>) {}
}
const collect = (texts: TemplateStringsArray, ...runs: (() => Promise<string>)[]) => ({ texts: [...texts], runs });

const job = new Job(/* @__PURE__ */ stepProxy("step//./input//job"));
const tagged = collect`first ${/* @__PURE__ */ stepProxy("step//./input//tagged")} last`;

export async function flow() {
  
  return [await job.run(), tagged.texts, await tagged.runs[0]!(), `${await job.run()}`];
}
