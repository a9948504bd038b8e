import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const render = registerStep("step//./input//render", { render: async (name) => {
  
  return <b title={name}>{EOL.length}</b>;
} }.render);
export async function flow() { return calledDirectly("workflow//./input//flow"); }
