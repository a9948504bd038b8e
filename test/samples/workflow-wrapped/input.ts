import { EOL } from 'node:os';

async function step() {
  'use step';
  return EOL.length;
}
export const flow = Object.assign(
  async function inner() {
    'use workflow';
    return [await step(), (flow as unknown as { label: string }).label];
  },
  { label: 'labelled' },
);
