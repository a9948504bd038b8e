import { EOL } from 'node:os';
// A comment before is fine.

export async function flow() { "use workflow"; return [await one(), await two(), await three(), await four()] }
async function one() { 'use step'; return EOL.length }
async function two() {
  // why
  /* and how */
  'use strict';
  "use step"
  return EOL.length + 1
}
const three = async () => { 'use step' /* done */; return EOL.length + 2 };
async function four() {
  'use step'

  const text = 'use step is a text here';
  return [text, "use workflow"].length + EOL.length
}
