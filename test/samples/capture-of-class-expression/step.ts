import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { registerClosure } from 'workflow:steps'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base }) { const Box = class {
    value = base;
  }; const Named = class Own extends Box {
    static label = Own.name;
  }; return { step: async () => {
    
    return [new Box().value, new Named().value, Named.label, EOL.length];
  } }.step; }
