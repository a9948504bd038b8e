import { EOL } from 'node:os';

const step = async () => {
  'use step';
  return EOL.length;
};

export default (async () => {
  'use workflow';
  return step();
}) satisfies () => Promise<number>;
