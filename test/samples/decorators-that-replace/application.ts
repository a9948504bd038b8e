import { registerStep, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; let plain; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

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
  @wrapped @((fn, key$1, member) => void (plain = member ? (member.value ?? member.get) : fn))
  static async run(n: number) {
    
    return n + EOL.length;
  } static { registerStep("step//./input//Jobs.run", plain ?? this.run, undefined, this.run); markStep("step//./input//Jobs.run", this.run); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
