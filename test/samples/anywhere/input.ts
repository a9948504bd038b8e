import { cpus } from 'node:os';

type Run = () => Promise<string>;
const retry = <T>(fn: T): T => fn;
const wrapped = retry(async () => {
  'use step';
  return `wrapped ${typeof cpus}`;
});
const asserted = (async () => {
  'use step';
  return `asserted ${typeof cpus}`;
}) as Run;
const satisfied = (async () => {
  'use step';
  return `satisfied ${typeof cpus}`;
}) satisfies Run;
const list = [
  async () => {
    'use step';
    return `first ${typeof cpus}`;
  },
  async () => {
    'use step';
    return `second ${typeof cpus}`;
  },
];
const chosen = list.length > 1 ? async () => { 'use step'; return `then ${typeof cpus}`; } : async () => { 'use step'; return 'else'; };
const box: { run?: Run } = {};
box.run = async () => {
  'use step';
  return `box ${typeof cpus}`;
};
let late: Run;
late = async () => {
  'use step';
  return `late ${typeof cpus}`;
};
const { fallback = async () => { 'use step'; return `fallback ${typeof cpus}`; } } = {} as { fallback?: Run };

export async function all() {
  'use workflow';
  const results: string[] = [];
  for (const run of [wrapped, asserted, satisfied, ...list, chosen, box.run!, late, fallback]) results.push(await run());
  return results;
}
