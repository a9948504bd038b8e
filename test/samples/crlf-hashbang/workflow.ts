#!/usr/bin/env node
// A script.
'use strict';
import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//default", undefined, defaultExport, undefined, 1); 

export async function flow(n: number) {
  
  return step(n);
}

export default async /* a */ function defaultExport(...args) { return step$1(...args); }
const step = /* @__PURE__ */ stepProxy("step//./input//step", undefined, undefined, undefined, 1);
