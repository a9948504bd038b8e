'use strict';

import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//run", undefined, run); 

export async function run(...args) { return step$1(...args); }
