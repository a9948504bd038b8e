import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { hostname } from 'node:os';

const host = registerStep("step//./input//host", { host: async () => {
  
  return typeof hostname();
} }.host);

export default async function flow() { return calledDirectly("workflow//./input//flow"); }
