import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

function createFetcher<T extends object>(defaults: T) {
  return stepProxy("step//./input//createFetcher/anonymous", () => ({ defaults }), undefined, undefined, 1);
}
const fetchSetting = createFetcher({ color: 'red', size: 3 });

export async function flow() {
  
  const own = createFetcher({ only: true });
  return [await fetchSetting('color'), await fetchSetting('size'), await own('only')];
}
