import { EOL } from 'node:os';

export let first = async () => {
    'use step';
    return `first ${EOL.length}`;
  },
  count = 0;
export var second = async () => {
  'use step';
  return `second ${EOL.length}`;
};
export const bump = () => ++count;

export async function flow() {
  'use workflow';
  bump();
  return [await first(), await second(), count];
}
