import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load, undefined, 1); registerWorkflow("workflow//./input//flow", flow); import type Default from './settings';
import type { Settings } from './settings';
import './settings';
import './data.json' with { type: 'json' };
import * as types from './settings';


async function load(...args) { return step$1(...args); }
export async function flow(value: types.Settings & { d?: Default }): Promise<Same> {
  
  return load(value);
}
