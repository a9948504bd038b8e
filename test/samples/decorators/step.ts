import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { log } from './log';
import { onClass, onExport, onMethod, unusedToo } from './decorators';

@log()
export class Jobs {
  @onMethod('run')
  static async run(n: number) {
    
    return n + EOL.length;
  } static { step$1("step//./input//Jobs.run", this.run); }
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

export async function flow() { return calledDirectly("workflow//./input//flow"); }
