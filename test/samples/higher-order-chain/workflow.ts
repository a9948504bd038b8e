import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

type Run = (n: number) => Promise<number>;
const retry = (fn: Run): Run => (n) => fn(n);
const log =
  (label: string) =>
  (fn: Run): Run =>
  async (n) =>
    (await fn(n)) + label.length;

const load = log('load')(
  retry(/* @__PURE__ */ stepProxy("step//./input//load", undefined, undefined, undefined, 1)),
);

export async function flow() {
  
  return load(2);
}
