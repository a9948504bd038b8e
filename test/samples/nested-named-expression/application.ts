import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/count", closure); registerClosure("step//./input//flow/twice", closure$1); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base }) { return async function down(this: void, n: number): Promise<number> {
    
    return n > 0 ? down(n - 1) : base + EOL.length;
  }; }

function closure$1({ base }) { const count = (...args) => closure({ base })(...args); return { twice: async function (n: number): Promise<number> {
    
    return (await count(n)) * 2 + arguments.length;
  } }.twice; }
