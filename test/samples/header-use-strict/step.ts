'use strict';

import { registerStep } from 'workflow:steps'; import { markStep } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//run", run); import { EOL } from 'node:os';

export async function run() {
  return EOL.length;
}
