import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/first", closure); registerClosure("step//./input//flow/second", closure$1); registerClosure("step//./input//flow/countdown", closure$2); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ factor }) { const second = (...args) => closure$1({ factor })(...args); const first = (...args) => closure({ factor })(...args); function twice(n: number): number {
    return plus(n) * 2;
  } const plus = (n: number) => n + factor; return async function first(n: number): Promise<number> {
    
    return twice(n) + EOL.length + (n > 0 ? await second(n - 1) : 0);
  }; }

function closure$1({ factor }) { const first = (...args) => closure({ factor })(...args); const second = (...args) => closure$1({ factor })(...args); function twice(n: number): number {
    return plus(n) * 2;
  } const plus = (n: number) => n + factor; return { second: async (n: number): Promise<number> => {
    
    return plus(n) + (n > 0 ? await first(n - 1) : 0);
  } }.second; }

function closure$2({ base }) { const countdown = (...args) => closure$2({ base })(...args); return { countdown: async (n: number): Promise<number> => {
    
    return n > 0 ? countdown(n - 1) : base + EOL.length;
  } }.countdown; }
