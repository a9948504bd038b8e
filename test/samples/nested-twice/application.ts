import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/outer", closure); registerClosure("step//./input//flow/outer/inner", closure$1); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ a }) { return async function outer(b: number) {
    
    const c = a + b;
    async function inner(...args) { return closure$1({ a, b, c }).apply(this, args); }
    return inner(4);
  }; }

function closure$1({ a, b, c }) { return async function inner(d: number) {
      
      return [a, b, c, d, EOL.length];
    }; }
