import { EOL } from 'node:os';

export async function order() {
  'use workflow';
  const order = async () => {
    'use step';
    return `inner ${EOL.length}`;
  };
  return order();
}
export const steps = {
  order: async () => {
    'use step';
    return `member ${EOL.length}`;
  },
};
{
  var late = async () => {
    'use step';
    return `block ${EOL.length}`;
  };
}
export async function all() {
  'use workflow';
  return [await order(), await steps.order(), await late()];
}
