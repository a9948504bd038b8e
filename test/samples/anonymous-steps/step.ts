import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/anonymous~2", closure$1); import { run } from './run';

run(step$1("step//./input//anonymous", async () => {
  
}));

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return async () => {
    
    return 1;
  }; }

function closure$1() { return async () => {
    
    return 2;
  }; }
