import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//step", undefined, step); 
import used = require('./used');
import json from './data.json' with { type: 'json' };

import {} from './empty';
import { type OnlyType } from './types';
import { named as alias, 'string name' as text } from './forms';

export async function flow(): Promise<OnlyType | T> {
  
  return [used, json, alias, text];
}

export async function step(...args) { return step$1(...args); }
