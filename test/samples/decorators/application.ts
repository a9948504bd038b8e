import { registerStep, markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; let plain; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';
import { log } from './log';
import { onClass, onExport, onMethod, unusedToo } from './decorators';

@log()
export class Jobs {
  @onMethod('run') @((fn, key, member) => void (plain = member ? (member.value ?? member.get) : fn))
  static async run(n: number) {
    
    return n + EOL.length;
  } static { registerStep("step//./input//Jobs.run", plain ?? this.run, undefined, this.run); markStep("step//./input//Jobs.run", this.run); }
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
