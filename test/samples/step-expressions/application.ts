import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { basename } from 'node:path';

const arrow = registerStep("step//./input//arrow", { arrow: async (path: string): Promise<string> => {
  
  return basename(path);
} }.arrow);
const expression = registerStep("step//./input//expression", { expression: async function (path: string) {
  
  return basename(path).toUpperCase();
} }.expression);
const named = registerStep("step//./input//named", async function inner(depth: number): Promise<number> {
  
  return depth > 0 ? 1 + (await inner(depth - 1)) : 0;
});
let first = registerStep("step//./input//first", { first: async () => {  return basename('x/1'); } }.first), second = registerStep("step//./input//second", { second: async () => {  return basename('x/2'); } }.second);

export const list = markWorkflow("workflow//./input//list", { list: async () => { return calledDirectly("workflow//./input//list"); } }.list);
