import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//sum", sum); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

async function sum(first: number, ...rest: number[]) {
  
  return [arguments.length, first, rest, EOL.length];
}
const named = registerStep("step//./input//named", { named: async function (this: unknown) {
  
  return [...arguments, new.target === undefined, EOL.length];
} }.named);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
