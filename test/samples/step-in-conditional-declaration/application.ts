import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/run", closure); registerClosure("step//./input//flow/run~2", closure$1); registerClosure("step//./input//flow/run~3", closure$2); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { run: async (n) => {
        
        return `a ${n} ${EOL.length}`;
      } }.run; }

function closure$1({ kind }) { return { run: async function (n) {
        
        return `b ${n} ${kind} ${EOL.length}`;
      } }.run; }

function closure$2() { return async (n) => {  return `long ${n} ${EOL.length}`; }; }
