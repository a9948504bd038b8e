
import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//first", first); registerStep("step//./input//step", step); import { EOL } from 'node:os';

export async function first() { return calledDirectly("workflow//./input//first"); }
export const arrow = markWorkflow("workflow//./input//arrow", { arrow: async () => { return calledDirectly("workflow//./input//arrow"); } }.arrow);
export const object = markWorkflow("workflow//./input//object", { object: async () => { return calledDirectly("workflow//./input//object"); } }.object);

function second(n: number): number {
  return n * 2;
}
async function step(n: number) {
  
  return n + EOL.length;
}
