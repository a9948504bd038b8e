import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const render = step$1("step//./input//render", { render: async (name) => {
  
  return <b title={name}>{EOL.length}</b>;
} }.render);
export async function flow() { return calledDirectly("workflow//./input//flow"); }
