import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//order", order); markWorkflow("workflow//./input//all", all); import { EOL } from 'node:os';

export async function order() { return calledDirectly("workflow//./input//order"); }
export const steps = {
  order: markStep("step//./input//steps/order", { order: async () => {
    
    return `member ${EOL.length}`;
  } }.order),
};
{
  var late = markStep("step//./input//late", { late: async () => {
    
    return `block ${EOL.length}`;
  } }.late);
}
export async function all() { return calledDirectly("workflow//./input//all"); }
