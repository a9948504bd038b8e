import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//load", load); import { EOL } from 'node:os';

const Store = class Inner {
  static async load() {
    
    return EOL.length;
  } static { registerStep("step//./input//Store.load", this.load); }
};
const register = <T>(cls: T): T => cls;
const Wrapped = register(
  class Named {
    static async load() {
      
      return EOL.length + 1;
    } static { registerStep("step//./input//Wrapped/Named.load", this.load); }
  },
);

export async function load() { return calledDirectly("workflow//./input//load"); }
