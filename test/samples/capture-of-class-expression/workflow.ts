import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(base: number) {
  
  const Box = class {
    value = base;
  };
  const Named = class Own extends Box {
    static label = Own.name;
  };
  const step = stepProxy("step//./input//flow/step", () => ({ base }));
  return step();
}
