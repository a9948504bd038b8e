import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/read", closure$1); registerClosure("step//./input//flow/counted", closure$2); registerClosure("step//./input//flow/declared", closure$3); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ i }) { return async () => {
      
      return `for ${i} ${EOL.length}`;
    }; }

function closure$1({ key }) { return { read: async () => {
      
      return `in ${key} ${EOL.length}`;
    } }.read; }

function closure$2({ left }) { return async function counted() {
      
      return `while ${left} ${EOL.length}`;
    }; }

function closure$3({ square }) { return async function declared() {
      
      return `do ${square} ${EOL.length}`;
    }; }
