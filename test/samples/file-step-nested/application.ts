
import { registerStep, registerClosure, markStep } from 'workflow/internal/compiled'; registerStep("step//./input//outer", outer); registerClosure("step//./input//outer/marked", closure); import { EOL } from 'node:os';

/** Only what is exported is a step; what stands in it is plain code. */
export async function outer(n: number) {
  const inner = async (m: number) => m + n + EOL.length;
  const marked = markStep("step//./input//outer/marked", { marked: async (...args) => closure({ n })(...args) }.marked, () => ({ n }));
  return [await inner(1), await marked()];
}

function closure({ n }) { return { marked: async () => {
    
    return n * 10;
  } }.marked; }
