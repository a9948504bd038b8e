import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ total }) { return { step: async (n: number) => {
    
    let sum = total.sum;
    for (let i = 0; i < n; i++) sum += i;
    const add = () => ++sum;
    add();
    return sum + EOL.length;
  } }.step; }
