import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export abstract class Job<T> {
  abstract readonly name: string;
  abstract prepare(): T;
  protected abstract get size(): number;
  static async store(value: unknown) {
    
    return [value, EOL.length];
  } static { registerStep("step//./input//Job.store", this.store); }
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

export async function flow() { return calledDirectly("workflow//./input//flow"); }
