import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Jobs {
  static names: string[] = [];
  static {
    this.names.push('first');
  }
  static async list() {
    
    return [...Jobs.names, EOL.length];
  } static { registerStep("step//./input//Jobs.list", this.list); }
  static {
    const add = registerStep("step//./input//Jobs/add", { add: async (n: number) => {
      
      return n + EOL.length;
    } }.add);
    this.add = add;
  }
  declare static add: (n: number) => Promise<number>;
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
