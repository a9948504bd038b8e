import { EOL } from 'node:os';

const log: string[] = [];
const run = (log.push('made'), async () => {
  'use step';
  return EOL.length;
});
const nothing = void (async () => {
  'use step';
});
const negated = !(async () => { 'use step'; });

export async function flow() {
  'use workflow';
  return [await run(), nothing, negated];
}
