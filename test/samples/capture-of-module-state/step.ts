import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { registerClosure } from 'workflow:steps'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

/** What a module holds is not taken along: each side has its own. */
let greeting = 'hello';
const names = ['a'];
export const setGreeting = (text: string) => {
  greeting = text;
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ local }) { return { step: async () => {
    
    return [greeting, names, local, EOL.length];
  } }.step; }
