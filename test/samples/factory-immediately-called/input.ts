import { EOL } from 'node:os';

const api = (() => {
  const prefix = 'api';
  const load = async (id: number) => {
    'use step';
    return `${prefix} ${id} ${EOL.length}`;
  };
  return { load };
})();

export async function flow() {
  'use workflow';
  return api.load(3);
}
