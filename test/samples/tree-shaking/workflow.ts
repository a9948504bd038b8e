import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load); 





import { used } from './lib';
import * as all from './lib';
import type { Only } from './types';






enum Level { Low, High }



const limit = used(), other = all.x;
const registry = /* @__PURE__ */ (() => (new Map<string, number>()))();
registry.set('limit', limit);
Object.assign(load, { maxRetries: 3 });
load.timeout = 5;


export async function flow(): Promise<Stats | Only | number> {
  
  await load();
  return limit + registry.size + Level.High + other.length;
}

async function load(...args) { return step$1(...args); }
