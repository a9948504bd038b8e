import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//load", load); import { EOL } from 'node:os';

const Store = class Inner {
  static async load() {
    
    return EOL.length;
  } static { step$1("step//./input//Store.load", this.load); }
};
const register = <T>(cls: T): T => cls;
const Wrapped = register(
  class Named {
    static async load() {
      
      return EOL.length + 1;
    } static { step$1("step//./input//Wrapped/Named.load", this.load); }
  },
);

export async function load() { return calledDirectly("workflow//./input//load"); }
