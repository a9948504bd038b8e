import { EOL } from 'node:os';

const named = <T extends object>(fn: T, label: string): T => Object.assign(fn, { label });

async function step() {
  'use step';
  return EOL.length;
}
export const flow = named(async function inner() {
  'use workflow';
  return [await step(), (flow as unknown as { label: string }).label];
}, 'labelled');
