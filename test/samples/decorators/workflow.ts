import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 


@log()
export class Jobs {
  @log('run')
  static async run(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Jobs.run", undefined, this.run); }
}

export async function flow() {
  
  return Jobs.run(1);
}
