import { EOL } from 'node:os';
import { log } from './log';
import { onClass, onExport, onMethod, unusedToo } from './decorators';

@log()
export class Jobs {
  @onMethod('run')
  static async run(n: number) {
    'use step';
    return n + EOL.length;
  }
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
  'use workflow';
  return [await Jobs.run(1), new Plain().go()];
}
