import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//one", one); registerClosure("step//./input//one/step", closure); registerClosure("step//./input//one/step~2", closure$1); markWorkflow("workflow//./input//two", two); registerClosure("step//./input//two/step", closure$2); import { EOL } from 'node:os';

export async function one() { return calledDirectly("workflow//./input//one"); }

export async function two() { return calledDirectly("workflow//./input//two"); }

function closure({ n }) { return { step: async () => {
      
      return `positive ${n} ${EOL.length}`;
    } }.step; }

function closure$1({ n }) { return { step: async () => {
      
      return `other ${n} ${EOL.length}`;
    } }.step; }

function closure$2() { return async function step() {
    
    return `two ${EOL.length}`;
  }; }
