import { EOL } from 'node:os';

const size = 4;

/** Defaults of parameters do not see what the body declares. */
export async function flow(text: string) {
  'use workflow';
  const one = async (n = text) => {
    'use step';
    const text = `inner ${EOL.length}`;
    return [n, text];
  };
  const two = async (n = text, read = () => text) => {
    'use step';
    var text = 'var';
    return [n, read(), text, EOL.length];
  };
  return [await one(), await two(), await three()];
}
async function three(n = size) {
  'use step';
  const size = EOL.length;
  return [n, size];
}
