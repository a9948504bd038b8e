import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); step$1("step//./input//step", step); import fs = require('node:fs');
import used = require('./used');
import json from './data.json' with { type: 'json' };
import 'node:process';
import {} from './empty';
import { type OnlyType } from './types';
import defaultOnly, { type T, named as alias, 'string name' as text } from './forms';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

export async function step() {
  
  return [fs, defaultOnly];
}
