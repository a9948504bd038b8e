import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

class Counter {
  static accessor count = 2;
  static async read(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Counter.read", undefined, this.read); }
  static accessor run = /* @__PURE__ */ stepProxy("step//./input//Counter.run", undefined, undefined, undefined, 1);
}

export async function flow() {
  
  return [await Counter.read(), await Counter.run(3)];
}
