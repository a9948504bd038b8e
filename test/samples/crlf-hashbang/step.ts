#!/usr/bin/env node
// A script.
'use strict';
import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); step$1("step//./input//default", defaultExport); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

export default async /* a */ function defaultExport // b
  (n: number) {
  
  return n + EOL.length;
}
const step = step$1("step//./input//step", { step: async (n: number) => {
  
  return n * 2 + EOL.length;
} }.step);
