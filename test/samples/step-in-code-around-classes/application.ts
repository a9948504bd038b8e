import { registerStep, registerClosure, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//Made/constructor/run", closure); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const registered: (() => Promise<string>)[] = [];
const register = (run: () => Promise<string>) => `key${registered.push(run)}`;
const tool = (options: { run: () => Promise<string> }) => (target: any) => void Object.assign(target, options);
const mixin = (options: object) =>
  class {
    static options: any = options;
  };

@tool({
  run: registerStep("step//./input//Decorated/run", { run: async () => {
    
    return `decorator ${EOL.length}`;
  } }.run),
})
class Decorated {
  declare static run: () => Promise<string>;
}
class Extended extends mixin({
  run: registerStep("step//./input//Extended/run", { run: async () => {
    
    return `heritage ${EOL.length}`;
  } }.run),
}) { static #registered$1 = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//Extended", cls), cls))(Extended); }
const table = {
  [register(registerStep("step//./input//table", async () => {
    
    return `computed key ${EOL.length}`;
  }))]: 1,
};
class Made {
  constructor(
    readonly run = markStep("step//./input//Made/constructor/run", { run: async (...args) => closure()(...args) }.run),
  ) {}
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure() { return { run: async () => {
      
      return `constructor ${EOL.length}`;
    } }.run; }
