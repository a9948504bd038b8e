import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/anonymous~2", closure$1); import { run } from './run';

run(registerStep("step//./input//anonymous", async () => {
  
}));

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return async () => {
    
    return 1;
  }; }

function closure$1() { return async () => {
    
    return 2;
  }; }
