'use strict';

import { registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//run", run); import { EOL } from 'node:os';

export async function run() {
  return EOL.length;
}
