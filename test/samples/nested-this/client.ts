import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const maker = {
  label: 'made',
  make(n: number) {
    return markStep("step//./input//maker/make/anonymous", async (more: number) => {
      
      return `${this.label} ${n + more + EOL.length}`;
    }, () => ({ this: this, n }));
  },
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
