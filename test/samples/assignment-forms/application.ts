import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = () => Promise<string>;
let missing: Run | undefined;
missing ??= registerStep("step//./input//missing", { missing: async () => {
  
  return `missing ${EOL.length}`;
} }.missing);
let either: Run | undefined;
either ||= registerStep("step//./input//either", { either: async function () {
  
  return `either ${EOL.length}`;
} }.either);
let both: Run = async () => 'plain';
both &&= registerStep("step//./input//both", { both: async () => {
  
  return `both ${EOL.length}`;
} }.both);
const given: Record<string, Run> = {};
const fallback = given['none'] ?? (registerStep("step//./input//fallback", async () => {
  
  return `fallback ${EOL.length}`;
}));
(given as Record<string, Run>)['quoted'] = registerStep("step//./input//quoted", { quoted: async () => {
  
  return `quoted ${EOL.length}`;
} }.quoted);
[given['first'] = registerStep("step//./input//given/first", async () => {
  
  return `first ${EOL.length}`;
})] = [undefined as unknown as Run];

export async function flow() { return calledDirectly("workflow//./input//flow"); }
