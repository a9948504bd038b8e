import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

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
  results.push(await read());
  return results;
}
