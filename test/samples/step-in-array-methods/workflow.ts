import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(names: string[]) {
  
  const all = await Promise.all(
    names.map(stepProxy("step//./input//flow/all", undefined, undefined, undefined, 2)),
  );
  const isLong = stepProxy("step//./input//flow/isLong", undefined, undefined, undefined, 1);
  const long = await Promise.all(all.map(isLong));
  return all.filter((_, index) => long[index]);
}
