import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const base = {
  one: markStep("step//./input//base/one", { one: async () => {
    
    return EOL.length;
  } }.one),
  two: markStep("step//./input//base/two", { async two() {
    
    return EOL.length + 1;
  } }.two),
};
const all = {
  ...base,
  ...{ three: markStep("step//./input//all/three", { three: async () => {  return EOL.length + 2; } }.three) },
  two: base.one,
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
