import { sep } from 'node:path';

export const invoice = {
  prefix: 'no-',
  async number(id: number) {
    'use step';
    return `${this.prefix}${id}${sep.length}`;
  },
};

export async function bill(id: number) {
  'use workflow';
  const copy = { ...invoice, prefix: 'copy-' };
  return [await invoice.number(id), await copy.number(id)];
}
