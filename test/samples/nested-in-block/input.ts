import { EOL } from 'node:os';

const steps: Record<string, () => Promise<string>> = {};
for (const name of ['a', 'b']) {
  steps[name] = async () => {
    'use step';
    return name + EOL.length;
  };
}
if (EOL_LENGTH() > 0) {
  async function inBlock() {
    'use step';
    return `block ${EOL.length}`;
  }
  steps['c'] = inBlock;
}
switch (steps.length) {
  default:
    async function inSwitch() {
      'use step';
      return `switch ${EOL.length}`;
    }
    steps['d'] = inSwitch;
}

function EOL_LENGTH() {
  return 1;
}

export async function flow() {
  'use workflow';
  return [await steps['a']!(), await steps['b']!(), await steps['c']!(), await steps['d']!()];
}
