
import { markStep } from 'workflow/internal/compiled'; markStep("step//./input//outer", outer); import { EOL } from 'node:os';

/** Only what is exported is a step; what stands in it is plain code. */
export async function outer(n: number) {
  const inner = async (m: number) => m + n + EOL.length;
  const marked = markStep("step//./input//outer/marked", { marked: async () => {
    
    return n * 10;
  } }.marked, () => ({ n }));
  return [await inner(1), await marked()];
}
