import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//load", load); markWorkflow("workflow//./input//flow", flow); import type Default from './settings';
import type { Settings } from './settings';
import { type Settings as Same, read } from './settings';
import data from './data.json' with { type: 'json' };
import * as types from './settings';
import { EOL } from 'node:os';

async function load(settings: Settings): Promise<Same> {
  
  return { ...read(settings), size: data.size + EOL.length };
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
