import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); registerClosure("step//./input//flow/anonymous", closure$1); registerClosure("step//./input//flow/read", closure$2); registerClosure("step//./input//flow/run", closure$3); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ i }) { return { step: async (n: number) => {
        
        return n + i + EOL.length;
      } }.step; }

function closure$1() { return async () => {  return EOL.length; }; }

function closure$2({ size }) { return { read: async () => {
      
      return size + EOL.length;
    } }.read; }

function closure$3() { return { run: async () => {  return 'caught'; } }.run; }
