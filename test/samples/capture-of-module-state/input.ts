import { EOL } from 'node:os';

/** What a module holds is not taken along: each side has its own. */
let greeting = 'hello';
const names = ['a'];
export const setGreeting = (text: string) => {
  greeting = text;
};

export async function flow() {
  'use workflow';
  const local = names.length;
  const step = async () => {
    'use step';
    return [greeting, names, local, EOL.length];
  };
  return step();
}
