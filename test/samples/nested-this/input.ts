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
  return maker.make.call({ label } as typeof maker, n)(2);
}
