#!/usr/bin/env node
// A script.
'use strict';
import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerStep("step//./input//default", defaultExport); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

export default async /* a */ function defaultExport // b
  (n: number) {
  
  return n + EOL.length;
}
const step = registerStep("step//./input//step", { step: async (n: number) => {
  
  return n * 2 + EOL.length;
} }.step);
