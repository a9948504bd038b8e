import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/declared", closure$1); step$1("step//./input//anonymous", async () => {
  
});

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return async () => {
    
  }; }

function closure$1() { return async function declared() {
    
  }; }
