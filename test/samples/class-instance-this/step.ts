import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//reports", reports); import { EOL } from 'node:os';

export class Account {
  constructor(readonly owner: string) {}
  async report(kind: string) {
    
    return `${this.owner}: ${kind} ${EOL.length}`;
  } static { step$1("step//./input//Account#report", this.prototype.report); }
}

export async function reports(owner: string) { return calledDirectly("workflow//./input//reports"); }
