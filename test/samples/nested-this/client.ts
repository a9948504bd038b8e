import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const maker = {
  label: 'made',
  make(n: number) {
    return async (more: number) => {
      
      return `${this.label} ${n + more + EOL.length}`;
    };
  },
};

export async function flow(n: number) { return calledDirectly("workflow//./input//flow"); }
