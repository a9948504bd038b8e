import fs = require('node:fs');
import used = require('./used');
import json from './data.json' with { type: 'json' };
import 'node:process';
import {} from './empty';
import { type OnlyType } from './types';
import defaultOnly, { type T, named as alias, 'string name' as text } from './forms';

export async function flow(): Promise<OnlyType | T> {
  'use workflow';
  return [used, json, alias, text];
}

export async function step() {
  'use step';
  return [fs, defaultOnly];
}
