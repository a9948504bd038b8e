
import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//outer", outer); registerClosure("step//./input//outer/inner", closure); markWorkflow("workflow//./input//other", other); import { EOL } from 'node:os';

export async function outer() { return calledDirectly("workflow//./input//outer"); }
function helper() {
  return 1;
}
export async function other() { return calledDirectly("workflow//./input//other"); }

function closure({ n }) { return async function inner() {
    
    return n + EOL.length;
  }; }
