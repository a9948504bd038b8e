import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

export abstract class Job<T> {
  abstract readonly name: string;
  abstract prepare(): T;
  protected abstract get size(): number;
  static async store(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Job.store", undefined, this.store, undefined, 1); }
  async run() {
    return Job.store([this.name, this.prepare(), this.size]);
  }
}
class Mail extends Job<string> {
  override readonly name = 'mail';
  override prepare() {
    return 'prepared';
  }
  protected override get size() {
    return 3;
  }
}

export async function flow() {
  
  return new Mail().run();
}
