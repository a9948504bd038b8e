import { registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//api/load", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const api = (() => {
  const prefix = 'api';
  const load = markStep("step//./input//api/load", { load: async (...args) => closure({ prefix })(...args) }.load, () => ({ prefix }));
  return { load };
})();

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ prefix }) { return { load: async (id: number) => {
    
    return `${prefix} ${id} ${EOL.length}`;
  } }.load; }
