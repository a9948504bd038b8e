import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const retry = (fn: Run): Run => (n) => fn(n);
const log =
  (label: string) =>
  (fn: Run): Run =>
  async (n) =>
    (await fn(n)) + label.length;

const load = log('load')(
  retry(registerStep("step//./input//load", async (n) => {
    
    return n + EOL.length;
  })),
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
