'use client';
import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//load", load); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const Button = () => <button onClick={async () => { 'use server'; await load(); }}>go</button>;
async function load() {
  
  return EOL.length;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
