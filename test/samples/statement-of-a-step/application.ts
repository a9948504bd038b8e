import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/declared", closure$1); registerStep("step//./input//anonymous", async () => {
  
});

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return async () => {
    
  }; }

function closure$1() { return async function declared() {
    
  }; }
