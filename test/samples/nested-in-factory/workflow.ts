import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//work", work); 

function createTools(tenant: string) {
  return {
    search: stepProxy("step//./input//createTools/search", () => ({ tenant }), undefined, undefined, 1),
    remove: stepProxy("step//./input//createTools/remove", () => ({ tenant }), undefined, undefined, 1),
    constant: stepProxy("step//./input//createTools/constant"),
  };
}

export async function work(tenant: string) {
  
  const tools = createTools(tenant);
  return [await tools.search('a'), await tools.remove('b'), await tools.constant()];
}
