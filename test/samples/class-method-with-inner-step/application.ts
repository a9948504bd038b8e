import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/Maker#make/anonymous", closure); import { EOL } from 'node:os';

/** A local class is copied with nothing; its methods make steps that capture their arguments. */
export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base, n }) { return async () => {
        
        return base + n + EOL.length;
      }; }
