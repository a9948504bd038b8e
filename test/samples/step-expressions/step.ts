import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } import { basename } from 'node:path';

const arrow = step$1("step//./input//arrow", { arrow: async (path: string): Promise<string> => {
  
  return basename(path);
} }.arrow);
const expression = step$1("step//./input//expression", { expression: async function (path: string) {
  
  return basename(path).toUpperCase();
} }.expression);
const named = step$1("step//./input//named", async function inner(depth: number): Promise<number> {
  
  return depth > 0 ? 1 + (await inner(depth - 1)) : 0;
});
let first = step$1("step//./input//first", { first: async () => {  return basename('x/1'); } }.first), second = step$1("step//./input//second", { second: async () => {  return basename('x/2'); } }.second);

export const list = markWorkflow("workflow//./input//list", { list: async () => { return calledDirectly("workflow//./input//list"); } }.list);
