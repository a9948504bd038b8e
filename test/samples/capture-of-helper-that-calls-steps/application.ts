import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/one", closure); registerClosure("step//./input//flow/outer", closure$1); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base }) { return { one: async (n: number) => {
    
    return n + base + EOL.length;
  } }.one; }

function closure$1({ base }) { const one = (...args) => closure({ base })(...args); const twice = async (n: number) => (await one(n)) * 2; return { outer: async (n: number) => {
    
    return twice(n);
  } }.outer; }
