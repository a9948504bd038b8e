import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export default class {
  static async load() {
    
    return EOL.length;
  } static { step$1("step//./input//default.load", this.load); }
  async save() {
    
    return EOL.length;
  } static { step$1("step//./input//default#save", this.prototype.save); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
