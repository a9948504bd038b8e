import { calledDirectly, markWorkflow, registerClosure, registerStep, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//order", order); registerClosure("step//./input//order/order", closure); registerClosure("step//./input//late", closure$1); markWorkflow("workflow//./input//all", all); import { EOL } from 'node:os';

export async function order() { return calledDirectly("workflow//./input//order"); }
export const steps = {
  order: registerStep("step//./input//steps/order", { order: async () => {
    
    return `member ${EOL.length}`;
  } }.order),
};
{
  var late = markStep("step//./input//late", { late: async (...args) => closure$1()(...args) }.late);
}
export async function all() { return calledDirectly("workflow//./input//all"); }

function closure() { return { order: async () => {
    
    return `inner ${EOL.length}`;
  } }.order; }

function closure$1() { return { late: async () => {
    
    return `block ${EOL.length}`;
  } }.late; }
