import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(date = new Date(0), ...rest: number[]) {
  
  const map = new Map([['a', new Set([1])]]);
  const { big, re: pattern } = { big: 5n, re: /x/g };
  let nothing: null | undefined = null;
  var late = 'late';
  const bytes = new Uint8Array([1, 2]);
  const error = new RangeError('out');
  const step = stepProxy("step//./input//flow/step", () => ({ big, bytes, date, error, late, map, nothing, pattern, rest }));
  return step();
}
