import { EOL } from 'node:os';

class Jobs {
  declare run: () => Promise<string>;
}
Jobs.prototype.run = async function () {
  'use step';
  return `prototype ${EOL.length}`;
};
const box = {} as { run(): Promise<string> };
Object.defineProperty(box, 'run', {
  value: async () => {
    'use step';
    return `defined ${EOL.length}`;
  },
});
export const frozen = Object.freeze({
  run: async () => {
    'use step';
    return `frozen ${EOL.length}`;
  },
});

export async function flow() {
  'use workflow';
  return [await Jobs.prototype.run.call(undefined as never), await box.run(), await frozen.run()];
}
