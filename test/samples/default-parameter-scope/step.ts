import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/one", closure); registerClosure("step//./input//flow/two", closure$1); step$1("step//./input//three", three); import { EOL } from 'node:os';

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
