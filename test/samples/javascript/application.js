import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/** @param {string} text */
export async function flow() { return calledDirectly("workflow//./input//flow"); }

const count = registerStep("step//./input//count", { count: async (text) => {
  
  return <b>{text.length + EOL.length}</b>;
} }.count);
