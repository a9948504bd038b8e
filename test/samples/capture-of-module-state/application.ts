import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/step", closure); import { EOL } from 'node:os';

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
