import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//work", work); 

function createTools(tenant: string) {
  return {
    search: stepProxy("step//./input//createTools/search", () => ({ tenant })),
    remove: stepProxy("step//./input//createTools/remove", () => ({ tenant })),
    constant: stepProxy("step//./input//createTools/constant"),
  };
}

export async function work(tenant: string) {
  
  const tools = createTools(tenant);
  return [await tools.search('a'), await tools.remove('b'), await tools.constant()];
}
