import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//hoisted", hoisted); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/inner", closure); registerClosure("step//./input//flow/nested", closure$1); import { EOL } from 'node:os';

export const early = [typeof hoisted, typeof late];
var late = registerStep("step//./input//late", { late: async () => {
  
  return `late ${EOL.length}`;
} }.late);
async function hoisted() {
  
  return `hoisted ${EOL.length}`;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { inner: async () => {
    
    return `inner ${EOL.length}`;
  } }.inner; }

function closure$1() { return async function nested() {
    
    return `nested ${EOL.length}`;
  }; }
