import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerStep("step//./input//one", one); registerStep("step//./input//two", two); registerStep("step//./input//four", four); import { EOL } from 'node:os';
// A comment before is fine.

export async function flow() { return calledDirectly("workflow//./input//flow"); }
async function one() {  return EOL.length }
async function two() {
  // why
  /* and how */
  'use strict';
  
  return EOL.length + 1
}
const three = registerStep("step//./input//three", { three: async () => {  return EOL.length + 2 } }.three);
async function four() {
  

  const text = 'use step is a text here';
  return [text, "use workflow"].length + EOL.length
}
