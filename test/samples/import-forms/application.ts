import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerStep("step//./input//step", step); import fs = require('node:fs');
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
