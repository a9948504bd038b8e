import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

/** What a module holds is not taken along: each side has its own. */
let greeting = 'hello';
const names = ['a'];
export const setGreeting = (text: string) => {
  greeting = text;
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
