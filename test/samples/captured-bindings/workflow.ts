import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//both", undefined, both, undefined, 1); 

export async function flow({ a, list: [b = 2, ...rest], ...others }: { a: number; list: number[]; c?: string }) {
  
  const results: unknown[] = [];
  results.push(
    await (stepProxy("step//./input//flow/anonymous", () => ({ a, b, others, rest })))(),
  );
  for (const [key, value] of Object.entries({ x: 1, y: 2 })) {
    const entry = stepProxy("step//./input//flow/entry", () => ({ key, value }));
    results.push(await entry());
  }
  try {
    throw new Error('caught');
  } catch ({ message }) {
    const log = stepProxy("step//./input//flow/log", () => ({ message }));
    results.push(await log());
  }
  let counter = 1;
  const read = stepProxy("step//./input//flow/read", () => ({ counter }));
  counter = 10;
  results.push(await read(), await createSum(1, 2)(3), await both(1));
  return results;
}

function createSum(...args: number[]) {
  const sum = stepProxy("step//./input//createSum/sum", () => ({ args }), undefined, undefined, 1);
  return stepProxy("step//./input//createSum/anonymous", () => ({ args }), undefined, undefined, 1);
}

/** Calls a nested step where it stands. */
async function both(...args) { return step$1(...args); }
