import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//add", add); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); import { EOL } from 'node:os';

async function \u0061dd(n: number) {
  
  return n + EOL.length;
}
const b\u{65}fore = registerStep("step//./input//before", { before: async () => {
  
  return '\u{1f389}'.length + EOL.length;
} }.before);
export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ value }) { return { nested: async () => {  return v\u0061lue + EOL.length; } }.nested; }
