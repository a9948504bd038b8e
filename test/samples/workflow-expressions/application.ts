import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; import { EOL } from 'node:os';

const load = registerStep("step//./input//load", { load: async () => {
  
  return EOL.length;
} }.load);
export const arrow = markWorkflow("workflow//./input//arrow", { arrow: async () => { return calledDirectly("workflow//./input//arrow"); } }.arrow);
export const expression = markWorkflow("workflow//./input//expression", { expression: async function() { return calledDirectly("workflow//./input//expression"); } }.expression);
const flows = {
  nested: markWorkflow("workflow//./input//flows/nested", { nested: async () => { return calledDirectly("workflow//./input//flows/nested"); } }.nested),
};
export const { nested } = flows;
