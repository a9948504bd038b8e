import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Jobs {
  static names: string[] = [];
  static {
    this.names.push('first');
  }
  static async list() {
    
    return [...Jobs.names, EOL.length];
  } static { step$1("step//./input//Jobs.list", this.list); }
  static {
    const add = step$1("step//./input//Jobs/add", { add: async (n: number) => {
      
      return n + EOL.length;
    } }.add);
    this.add = add;
  }
  declare static add: (n: number) => Promise<number>;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
