import { stepProxy, registerWorkflow, registerError } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

const registered: (() => Promise<string>)[] = [];
const register = (run: () => Promise<string>) => `key${registered.push(run)}`;
const tool = (options: { run: () => Promise<string> }) => (target: any) => void Object.assign(target, options);
const mixin = (options: object) =>
  class {
    static options: any = options;
  };

@tool({
  run: /* @__PURE__ */ stepProxy("step//./input//Decorated/run"),
})
class Decorated {
  declare static run: () => Promise<string>;
}
class Extended extends mixin({
  run: /* @__PURE__ */ stepProxy("step//./input//Extended/run"),
}) { static #registered$1 = registerError("class//./input//Extended", Extended); }
const table = {
  [register(/* @__PURE__ */ stepProxy("step//./input//table"))]: 1,
};
class Made {
  constructor(
    readonly run = stepProxy("step//./input//Made/constructor/run"),
  ) {}
}

export async function flow() {
  
  return [await Decorated.run(), await Extended.options.run(), Object.keys(table), await registered[0]!(), await new Made().run()];
}
