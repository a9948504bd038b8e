import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(name: string) {
  
  const console = { log: `logged ${name}` };
  const Map = globalThis.Map;
  const undefined = void 0;
  const step = stepProxy("step//./input//flow/step", () => ({ console, undefined }), undefined, undefined, 1);
  return [await step('set'), new Map().size];
}
