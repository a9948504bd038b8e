import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//createFetcher/anonymous", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

function createFetcher<T extends object>(defaults: T) {
  return markStep("step//./input//createFetcher/anonymous", async (...args) => closure({ defaults })(...args), () => ({ defaults }));
}
const fetchSetting = createFetcher({ color: 'red', size: 3 });

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ defaults }) { return async <K extends keyof T>(key: K): Promise<[T[K], number]> => {
    
    return [defaults[key], EOL.length];
  }; }
