import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const isDone = /* @__PURE__ */ stepProxy("step//./input//isDone", undefined, undefined, undefined, 1);

export async function flow() {
  
  const seen: number[] = [];
  outer: for (let i = 0; ; i++) {
    inner: for (const j of [0, 1]) {
      if (j > 0) continue outer;
      const check = stepProxy("step//./input//flow/check", () => ({ i, j }));
      seen.push(await check());
      if (await isDone(i)) break outer;
      break inner;
    }
  }
  return seen;
}
