import { EOL } from 'node:os';

const load = async () => {
  'use step';
  return EOL.length;
};
export const arrow = async () => {
  'use workflow';
  return load();
};
export const expression = async function () {
  'use workflow';
  return load();
};
const flows = {
  nested: async () => {
    'use workflow';
    return load();
  },
};
export const { nested } = flows;
