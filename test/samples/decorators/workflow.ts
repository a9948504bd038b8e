import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 
import { log } from './log';
import { onClass, onExport, onMethod, unusedToo } from './decorators';

@log()
export class Jobs {
  @onMethod('run')
  static async run(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Jobs.run", undefined, this.run, undefined, 1); }
}
export
@onExport
class Others {}

@onClass
class Plain {
  @onMethod('go')
  go() {}
}
@unusedToo
class Unused {}

export async function flow() {
  
  return [await Jobs.run(1), new Plain().go()];
}
