import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const createApi = (base: string) => {
  const resource = (name: string) => ({
    get: stepProxy("step//./input//createApi/resource/get", () => ({ base, name }), undefined, undefined, 1),
  });
  return { users: resource('users'), orders: resource('orders') };
};

export async function flow(base: string) {
  
  const api = createApi(base);
  return [await api.users.get(1), await api.orders.get(2)];
}
