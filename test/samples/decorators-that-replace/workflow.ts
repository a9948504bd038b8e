import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

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
  static async run(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Jobs.run", undefined, this.run, undefined, 1); }
}

export async function flow() {
  
  return [(Jobs as unknown as { extra: number }).extra, await Jobs.run(2)];
}
