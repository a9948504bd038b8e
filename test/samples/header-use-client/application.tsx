'use client';
import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//load", load); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export const Button = () => <button onClick={async () => { 'use server'; await load(); }}>go</button>;
async function load() {
  
  return EOL.length;
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
