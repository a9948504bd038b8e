import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { registerClosure } from 'workflow:steps'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/entry", closure$1); registerClosure("step//./input//flow/log", closure$2); registerClosure("step//./input//flow/read", closure$3); import { EOL } from 'node:os';

export async function flow({ a, list: [b = 2, ...rest], ...others }: { a: number; list: number[]; c?: string }) { return calledDirectly("workflow//./input//flow"); }

function closure({ a, b, others, rest }) { return async () => {
      
      return [a, b, rest, others, EOL.length];
    }; }

function closure$1({ key, value }) { return { entry: async () => {
      
      return `${key}=${value}${EOL.length}`;
    } }.entry; }

function closure$2({ message }) { return { log: async () => {
      
      return message + EOL.length;
    } }.log; }

function closure$3({ counter }) { return { read: async () => {
    
    return counter + EOL.length;
  } }.read; }
