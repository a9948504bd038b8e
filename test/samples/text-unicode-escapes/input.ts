import { EOL } from 'node:os';

async function \u0061dd(n: number) {
  'use step';
  return n + EOL.length;
}
const b\u{65}fore = async () => {
  'use step';
  return '\u{1f389}'.length + EOL.length;
};
export async function flow() {
  'use workflow';
  const value = 1, nested = async () => { 'use step'; return v\u0061lue + EOL.length; };
  return [await add(1), await before(), await nested()];
}
