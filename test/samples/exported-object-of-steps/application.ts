import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const orders = {
  charge: registerStep("step//./input//orders/charge", { charge: async (id: string) => {
    
    return `charge ${id} ${EOL.length}`;
  } }.charge),
  refund: {
    full: registerStep("step//./input//orders/refund/full", { full: async (id: string) => {
      
      return `refund ${id} ${EOL.length}`;
    } }.full),
  },
};
export default { orders, size: 2, run: registerStep("step//./input//default/run", { async run() {  return EOL.length; } }.run) };

export async function flow() { return calledDirectly("workflow//./input//flow"); }
