import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//maker/make/anonymous", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const maker = {
  label: 'made',
  make(n: number) {
    return markStep("step//./input//maker/make/anonymous", async (...args) => closure({ this: this, n })(...args), () => ({ this: this, n }));
  },
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ this: self, n }) { return (function () { return async (more: number) => {
      
      return `${this.label} ${n + more + EOL.length}`;
    }; }).call(self); }
