import { sep } from 'node:path';

async function step() {
  'use step';
  return sep.length;
}
async function flow() {
  'use workflow';
  return step();
}
export { flow as order, step as 'a step', flow };
