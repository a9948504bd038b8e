'use strict';
"use step";
import { EOL } from 'node:os';

export async function run() {
  return EOL.length;
}
