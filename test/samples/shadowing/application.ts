import { calledDirectly, markWorkflow, registerClosure, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/outer", closure); registerClosure("step//./input//flow/block", closure$1); import { EOL } from 'node:os';

const x = 'module';

export async function flow() { return calledDirectly("workflow//./input//flow"); }
const top = registerStep("step//./input//top", { top: async () => {
  
  return x + EOL.length;
} }.top);

function closure({ x }) { return { outer: async (y: string) => {
    
    const inner = (x: number) => x + EOL.length;
    return [x, y, inner(1)];
  } }.outer; }

function closure$1({ x, y }) { return { block: async ({ y: z = y } = {} as { y?: string }) => {
      
      return [x, z, EOL.length];
    } }.block; }
