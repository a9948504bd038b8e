import { EOL } from 'node:os';

export const { load, nested: { save } } = {
  load: async () => {
    'use step';
    return `load ${EOL.length}`;
  },
  nested: {
    async save() {
      'use step';
      return `save ${EOL.length}`;
    },
  },
};
export const [first] = [
  async () => {
    'use step';
    return `first ${EOL.length}`;
  },
];

export async function flow() {
  'use workflow';
  return [await load(), await save(), await first!()];
}
