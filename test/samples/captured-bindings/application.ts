import { calledDirectly, markWorkflow, registerClosure, markStep, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/anonymous", closure); registerClosure("step//./input//flow/entry", closure$1); registerClosure("step//./input//flow/log", closure$2); registerClosure("step//./input//flow/read", closure$3); registerClosure("step//./input//createSum/sum", closure$4); registerClosure("step//./input//createSum/anonymous", closure$5); registerStep("step//./input//both", both); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function createSum(...args: number[]) {
  const sum = markStep("step//./input//createSum/sum", { sum: async (...args$1) => closure$4({ args })(...args$1) }.sum, () => ({ args }));
  return markStep("step//./input//createSum/anonymous", async (...args$1) => closure$5({ args })(...args$1), () => ({ args }));
}

/** Calls a nested step where it stands. */
async function both(n: number) {
  
  return createSum(n)(n);
}

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

function closure$4({ args }) { return { sum: async (more: number) => {
    
    return args.reduce((a, b) => a + b, more) + EOL.length;
  } }.sum; }

function closure$5({ args }) { const sum = (...args$1) => closure$4({ args })(...args$1); return async (more: number) => {
    
    return (await sum(more)) + args.length;
  }; }
