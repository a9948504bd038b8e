import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = () => Promise<string>;
let missing: Run | undefined;
missing ??= markStep("step//./input//missing", { missing: async () => {
  
  return `missing ${EOL.length}`;
} }.missing);
let either: Run | undefined;
either ||= markStep("step//./input//either", { either: async function () {
  
  return `either ${EOL.length}`;
} }.either);
let both: Run = async () => 'plain';
both &&= markStep("step//./input//both", { both: async () => {
  
  return `both ${EOL.length}`;
} }.both);
const given: Record<string, Run> = {};
const fallback = given['none'] ?? (markStep("step//./input//fallback", async () => {
  
  return `fallback ${EOL.length}`;
}));
(given as Record<string, Run>)['quoted'] = markStep("step//./input//quoted", { quoted: async () => {
  
  return `quoted ${EOL.length}`;
} }.quoted);
[given['first'] = markStep("step//./input//given/first", async () => {
  
  return `first ${EOL.length}`;
})] = [undefined as unknown as Run];

export async function flow() { return calledDirectly("workflow//./input//flow"); }
