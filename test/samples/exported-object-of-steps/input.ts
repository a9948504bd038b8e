import { EOL } from 'node:os';

export const orders = {
  charge: async (id: string) => {
    'use step';
    return `charge ${id} ${EOL.length}`;
  },
  refund: {
    full: async (id: string) => {
      'use step';
      return `refund ${id} ${EOL.length}`;
    },
  },
};
export default { orders, size: 2, async run() { 'use step'; return EOL.length; } };

export async function flow(id: string) {
  'use workflow';
  return [await orders.charge(id), await orders.refund.full(id)];
}
