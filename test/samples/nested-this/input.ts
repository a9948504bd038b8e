import { EOL } from 'node:os';

const maker = {
  label: 'made',
  make(n: number) {
    return async (more: number) => {
      'use step';
      return `${this.label} ${n + more + EOL.length}`;
    };
  },
};

export async function flow(n: number) {
  'use workflow';
  const { label } = maker;
  const made = { label, make: maker.make }.make(n);
  return made(2);
}
