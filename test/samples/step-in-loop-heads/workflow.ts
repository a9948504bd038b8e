import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow() {
  
  const results: unknown[] = [];
  for (
    let i = 0,
      step = stepProxy("step//./input//flow/step", () => ({ i }), undefined, undefined, 1);
    i < 2;
    i++
  )
    results.push(await step(i));
  for await (const step of [stepProxy("step//./input//flow/anonymous")]) results.push(await step());
  for (using resource of [{ size: 2, [Symbol.dispose]() {} }]) {
    const { size } = resource;
    const read = stepProxy("step//./input//flow/read", () => ({ size }));
    results.push(await read());
  }
  try {
    throw {};
  } catch ({ run = stepProxy("step//./input//flow/run") }: any) {
    results.push(await run());
  }
  return results;
}
