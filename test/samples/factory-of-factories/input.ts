import { EOL } from 'node:os';

const createApi = (base: string) => {
  const resource = (name: string) => ({
    get: async (id: number) => {
      'use step';
      return `${base}/${name}/${id} ${EOL.length}`;
    },
  });
  return { users: resource('users'), orders: resource('orders') };
};

export async function flow(base: string) {
  'use workflow';
  const api = createApi(base);
  return [await api.users.get(1), await api.orders.get(2)];
}
