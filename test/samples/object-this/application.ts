import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//bill", bill); import { sep } from 'node:path';

export const invoice = {
  prefix: 'no-',
  number: registerStep("step//./input//invoice/number", { async number(id: number) {
    
    return `${this.prefix}${id}${sep.length}`;
  } }.number),
};

export async function bill() { return calledDirectly("workflow//./input//bill"); }
