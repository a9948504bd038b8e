'use strict';

import { markStep } from 'workflow/internal/compiled'; markStep("step//./input//run", run); import { EOL } from 'node:os';

export async function run() {
  return EOL.length;
}
