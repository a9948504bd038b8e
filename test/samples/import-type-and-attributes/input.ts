import type Default from './settings';
import type { Settings } from './settings';
import { type Settings as Same, read } from './settings';
import data from './data.json' with { type: 'json' };
import * as types from './settings';
import { EOL } from 'node:os';

async function load(settings: Settings): Promise<Same> {
  'use step';
  return { ...read(settings), size: data.size + EOL.length };
}
export async function flow(value: types.Settings & { d?: Default }): Promise<Same> {
  'use workflow';
  return load(value);
}
