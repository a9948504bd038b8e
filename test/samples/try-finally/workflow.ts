import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//reserve", undefined, reserve, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 


async function reserve(...args) { return step$1(...args); }
const release = /* @__PURE__ */ stepProxy("step//./input//release", undefined, undefined, undefined, 1);

export async function flow(n: number) {
  
  const log: unknown[] = [];
  try {
    log.push(await reserve(n));
  } catch (error) {
    const describe = stepProxy("step//./input//flow/describe", () => ({ error }));
    log.push((error as Error).message, await describe());
  } finally {
    log.push(await release(n));
  }
  return log;
}
