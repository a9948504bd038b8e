import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Constructor = new (...args: any[]) => object;
const named = <T extends Constructor>(cls: T) =>
  class extends cls {
    label = 'named';
  };
const Store = named(
  class Inner {
    static async load() {
      
      return `loaded ${EOL.length}`;
    } static { registerStep("step//./input//Store/Inner.load", this.load); }
  },
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
