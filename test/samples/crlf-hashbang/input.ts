#!/usr/bin/env node
// A script.
'use strict';
import { EOL } from 'node:os';

export async function flow(n: number) {
  'use workflow';
  return step(n);
}

export default async /* a */ function // b
  (n: number) {
  'use step'
  return n + EOL.length;
}
const step = async (n: number) => {
  'use step';
  return n * 2 + EOL.length;
};
