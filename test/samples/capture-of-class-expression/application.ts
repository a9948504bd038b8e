import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ base }) { const Box = class {
    value = base;
  }; const Named = class Own extends Box {
    static label = Own.name;
  }; return { step: async () => {
    
    return [new Box().value, new Named().value, Named.label, EOL.length];
  } }.step; }
