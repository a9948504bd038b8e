import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//createApi/resource/get", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const createApi = (base: string) => {
  const resource = (name: string) => ({
    get: markStep("step//./input//createApi/resource/get", { get: async (...args) => closure({ base, name })(...args) }.get, () => ({ base, name })),
  });
  return { users: resource('users'), orders: resource('orders') };
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base, name }) { return { get: async (id: number) => {
      
      return `${base}/${name}/${id} ${EOL.length}`;
    } }.get; }
