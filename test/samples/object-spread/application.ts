import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const base = {
  one: registerStep("step//./input//base/one", { one: async () => {
    
    return EOL.length;
  } }.one),
  two: registerStep("step//./input//base/two", { async two() {
    
    return EOL.length + 1;
  } }.two),
};
const all = {
  ...base,
  ...{ three: registerStep("step//./input//all/three", { three: async () => {  return EOL.length + 2; } }.three) },
  two: base.one,
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
