import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/** @param {string} text */
export async function flow() { return calledDirectly("workflow//./input//flow"); }

const count = step$1("step//./input//count", { count: async (text) => {
  
  return <b>{text.length + EOL.length}</b>;
} }.count);
