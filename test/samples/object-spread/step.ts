import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const base = {
  one: step$1("step//./input//base/one", { one: async () => {
    
    return EOL.length;
  } }.one),
  two: step$1("step//./input//base/two", { async two() {
    
    return EOL.length + 1;
  } }.two),
};
const all = {
  ...base,
  ...{ three: step$1("step//./input//all/three", { three: async () => {  return EOL.length + 2; } }.three) },
  two: base.one,
};

export async function flow() { return calledDirectly("workflow//./input//flow"); }
