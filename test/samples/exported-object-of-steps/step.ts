import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const orders = {
  charge: step$1("step//./input//orders/charge", { charge: async (id: string) => {
    
    return `charge ${id} ${EOL.length}`;
  } }.charge),
  refund: {
    full: step$1("step//./input//orders/refund/full", { full: async (id: string) => {
      
      return `refund ${id} ${EOL.length}`;
    } }.full),
  },
};
export default { orders, size: 2, run: step$1("step//./input//default/run", { async run() {  return EOL.length; } }.run) };

export async function flow() { return calledDirectly("workflow//./input//flow"); }
