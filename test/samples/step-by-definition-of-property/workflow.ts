import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

class Jobs {
  declare run: () => Promise<string>;
}
Jobs.prototype.run = /* @__PURE__ */ stepProxy("step//./input//Jobs/prototype/run");
const box = {} as { run(): Promise<string> };
Object.defineProperty(box, 'run', {
  value: /* @__PURE__ */ stepProxy("step//./input//value"),
});
export const frozen = /* @__PURE__ */ (() => (Object.freeze({
  run: /* @__PURE__ */ stepProxy("step//./input//frozen/run"),
})))();

export async function flow() {
  
  return [await Jobs.prototype.run.call(undefined as never), await box.run(), await frozen.run()];
}
