import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const extended = (cls: any): any =>
  class extends cls {
    static extra = 5;
  };
const wrapped = (_target: object, _key: string, descriptor: PropertyDescriptor) => {
  const inner = descriptor.value;
  descriptor.value = async (...args: unknown[]) => ['wrapped', await inner(...args)];
};

@extended
class Jobs {
  @wrapped
  static async run(n: number) {
    
    return n + EOL.length;
  } static { step$1("step//./input//Jobs.run", this.run); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
