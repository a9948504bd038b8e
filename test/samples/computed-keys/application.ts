import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const KEY = 'dynamic';
const table = {
  ['literal']: registerStep("step//./input//table/literal", { literal: async () => {
    
    return `literal ${EOL.length}`;
  } }.literal),
  [`template`]: registerStep("step//./input//table/template", { template: async () => {
    
    return `template ${EOL.length}`;
  } }.template),
  [`method`]: registerStep("step//./input//table/method", { async [`method`]() {
    
    return `method ${EOL.length}`;
  } }.method),
  [KEY]: registerStep("step//./input//table", async () => {
    
    return `dynamic ${EOL.length}`;
  }),
  [42]: registerStep("step//./input//table/42", { async [42]() {
    
    return `42 ${EOL.length}`;
  } }["42"]),
  [KEY + '2']: { inner: registerStep("step//./input//table/inner", { inner: async () => {  return `inner ${EOL.length}`; } }.inner) },
};
class Jobs {
  static async ['literal']() {
    
    return `static ${EOL.length}`;
  } static { registerStep("step//./input//Jobs.literal", this.literal); }
  static async [`template`]() {
    
    return `template ${EOL.length}`;
  } static { registerStep("step//./input//Jobs.template", this.template); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
