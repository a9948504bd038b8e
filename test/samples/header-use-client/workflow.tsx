'use client';
import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load); registerWorkflow("workflow//./input//flow", flow); 

export const Button = () => <button onClick={async () => { 'use server'; await load(); }}>go</button>;
async function load(...args) { return step$1(...args); }
export async function flow() {
  
  return load();
}
