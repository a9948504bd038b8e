import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ text }) { return { step: async () => {
    
    return [typeof WeakRef, typeof SharedArrayBuffer, escape(text), typeof undefinedGlobal, EOL.length];
  } }.step; }
