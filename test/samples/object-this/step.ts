import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//bill", bill); import { sep } from 'node:path';

export const invoice = {
  prefix: 'no-',
  number: step$1("step//./input//invoice/number", { async number(id: number) {
    
    return `${this.prefix}${id}${sep.length}`;
  } }.number),
};

export async function bill() { return calledDirectly("workflow//./input//bill"); }
