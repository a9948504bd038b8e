import { EOL } from 'node:os';

export const early = [typeof hoisted, typeof late];
var late = async () => {
  'use step';
  return `late ${EOL.length}`;
};
async function hoisted() {
  'use step';
  return `hoisted ${EOL.length}`;
}

export async function flow() {
  'use workflow';
  const kinds = [typeof nested, typeof inner];
  var inner = async () => {
    'use step';
    return `inner ${EOL.length}`;
  };
  async function nested() {
    'use step';
    return `nested ${EOL.length}`;
  }
  return [early, kinds, await late(), await hoisted(), await nested(), await inner()];
}
