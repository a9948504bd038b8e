import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { EOL } from 'node:os';

const step = registerStep("step//./input//step", { step: async (n: number) => {
  
  return n + EOL.length;
} }.step);
export const flows = {
  one: markWorkflow("workflow//./input//flows/one", { one: async () => { return calledDirectly("workflow//./input//flows/one"); } }.one),
  deep: {
    two: markWorkflow("workflow//./input//flows/deep/two", { two: async function() { return calledDirectly("workflow//./input//flows/deep/two"); } }.two),
  },
};
const list = [markWorkflow("workflow//./input//list", async () => { return calledDirectly("workflow//./input//list"); })];
export const three = list[0]!;
