import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/check", closure); import { EOL } from 'node:os';

const isDone = registerStep("step//./input//isDone", { isDone: async (n: number) => {
  
  return n + EOL.length > 3;
} }.isDone);

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ i, j }) { return { check: async () => {
        
        return i + j + EOL.length;
      } }.check; }
