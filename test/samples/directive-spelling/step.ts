import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); step$1("step//./input//one", one); step$1("step//./input//two", two); step$1("step//./input//four", four); import { EOL } from 'node:os';
// A comment before is fine.

export async function flow() { return calledDirectly("workflow//./input//flow"); }
async function one() {  return EOL.length }
async function two() {
  // why
  /* and how */
  'use strict';
  
  return EOL.length + 1
}
const three = step$1("step//./input//three", { three: async () => {  return EOL.length + 2 } }.three);
async function four() {
  

  const text = 'use step is a text here';
  return [text, "use workflow"].length + EOL.length
}
