import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export default class {
  static async load() {
    
    return EOL.length;
  } static { registerStep("step//./input//default.load", this.load); }
  async save() {
    
    return EOL.length;
  } static { registerStep("step//./input//default#save", this.prototype.save); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
