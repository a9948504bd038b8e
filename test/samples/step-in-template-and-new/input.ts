import { EOL } from 'node:os';

class Job {
  constructor(readonly run: () => Promise<string>) {}
}
const collect = (texts: TemplateStringsArray, ...runs: (() => Promise<string>)[]) => ({ texts: [...texts], runs });

const job = new Job(async () => {
  'use step';
  return `job ${EOL.length}`;
});
const tagged = collect`first ${async () => {
  'use step';
  return `tagged ${EOL.length}`;
}} last`;

export async function flow() {
  'use workflow';
  return [await job.run(), tagged.texts, await tagged.runs[0]!(), `${await job.run()}`];
}
