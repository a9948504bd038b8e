import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ console, undefined }) { return { step: async (Set: string) => {
    
    return [console.log, Set, typeof WeakMap, undefined === void 0, EOL.length];
  } }.step; }
