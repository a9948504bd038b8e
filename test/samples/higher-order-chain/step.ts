import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const retry = (fn: Run): Run => (n) => fn(n);
const log =
  (label: string) =>
  (fn: Run): Run =>
  async (n) =>
    (await fn(n)) + label.length;

const load = log('load')(
  retry(step$1("step//./input//load", async (n) => {
    
    return n + EOL.length;
  })),
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
