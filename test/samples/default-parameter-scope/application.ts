import { calledDirectly, markWorkflow, registerClosure, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/one", closure); registerClosure("step//./input//flow/two", closure$1); registerStep("step//./input//three", three); import { EOL } from 'node:os';

const size = 4;

/** Defaults of parameters do not see what the body declares. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }
async function three(n = size) {
  
  const size = EOL.length;
  return [n, size];
}

function closure({ text }) { return { one: async (n = text) => {
    
    const text = `inner ${EOL.length}`;
    return [n, text];
  } }.one; }

function closure$1({ text }) { return { two: async (n = text, read = () => text) => {
    
    var text = 'var';
    return [n, read(), text, EOL.length];
  } }.two; }
