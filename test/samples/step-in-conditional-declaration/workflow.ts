import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(kind: string) {
  
  let run: (n: number) => Promise<string>;
  switch (kind) {
    case 'a': {
      run = stepProxy("step//./input//flow/run", undefined, undefined, undefined, 1);
      break;
    }
    case 'b':
      run = stepProxy("step//./input//flow/run~2", () => ({ kind }), undefined, undefined, 1);
      break;
    default:
      run = kind.length > 1 ? stepProxy("step//./input//flow/run~3", undefined, undefined, undefined, 1) : async (n) => String(n);
  }
  return run(1);
}
