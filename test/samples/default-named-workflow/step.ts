import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { hostname } from 'node:os';

const host = step$1("step//./input//host", { host: async () => {
  
  return typeof hostname();
} }.host);

export default async function flow() { return calledDirectly("workflow//./input//flow"); }
