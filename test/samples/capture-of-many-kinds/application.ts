import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ big, bytes, date, error, late, map, nothing, pattern, rest }) { return { step: async () => {
    
    return [date, map, big, pattern, nothing, late, rest, bytes, `${error.name} ${error.message}`, EOL.length];
  } }.step; }
