import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = () => Promise<string>;
let missing: Run | undefined;
missing ??= step$1("step//./input//missing", { missing: async () => {
  
  return `missing ${EOL.length}`;
} }.missing);
let either: Run | undefined;
either ||= step$1("step//./input//either", { either: async function () {
  
  return `either ${EOL.length}`;
} }.either);
let both: Run = async () => 'plain';
both &&= step$1("step//./input//both", { both: async () => {
  
  return `both ${EOL.length}`;
} }.both);
const given: Record<string, Run> = {};
const fallback = given['none'] ?? (step$1("step//./input//fallback", async () => {
  
  return `fallback ${EOL.length}`;
}));
(given as Record<string, Run>)['quoted'] = step$1("step//./input//quoted", { quoted: async () => {
  
  return `quoted ${EOL.length}`;
} }.quoted);
[given['first'] = step$1("step//./input//given/first", async () => {
  
  return `first ${EOL.length}`;
})] = [undefined as unknown as Run];

export async function flow() { return calledDirectly("workflow//./input//flow"); }
