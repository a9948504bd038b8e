import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/check", closure); import { EOL } from 'node:os';

const isDone = step$1("step//./input//isDone", { isDone: async (n: number) => {
  
  return n + EOL.length > 3;
} }.isDone);

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ i, j }) { return { check: async () => {
        
        return i + j + EOL.length;
      } }.check; }
