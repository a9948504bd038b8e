import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

function* range(n: number) {
  for (let i = 0; i < n; i++) yield i;
}
const step = /* @__PURE__ */ stepProxy("step//./input//step", undefined, undefined, undefined, 1);

export async function flow() {
  
  const results: number[][] = [];
  for (const n of range(3)) results.push(await step(n));
  function* inner() {
    yield step(1);
  }
  return [results, await Promise.all(inner())];
}
