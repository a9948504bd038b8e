import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//last", last); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

type Run = (n: number) => Promise<number>;
const registry = new Map<string, Run>();
const list: Run[] = [];
function register(name: string, run: Run) {
  add(name, run);
  return () => registry.delete(name);
}
function add(name: string, run: Run) {
  if (registry.has(name)) register(`${name}2`, run);
  else registry.set(name, run);
}

/** Nobody uses these variables, but what they were made by. */
const remove = register('add', registerStep("step//./input//remove", async (n) => {
  
  return n + EOL.length;
}));
const same = registry.set('double', registerStep("step//./input//same", async (n) => {
  
  return n * 2 * EOL.length;
}));
export const size = list.push(registerStep("step//./input//size", async (n) => {
  
  return n * n * EOL.length;
}));
const onlySteps = [EOL].map(registerStep("step//./input//onlySteps", async (text) => {
  
  return text;
}));

async function last() {
  
  return [typeof remove, typeof same, onlySteps.length];
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
