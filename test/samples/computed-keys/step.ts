import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

const KEY = 'dynamic';
const table = {
  ['literal']: step$1("step//./input//table/literal", { literal: async () => {
    
    return `literal ${EOL.length}`;
  } }.literal),
  [`template`]: step$1("step//./input//table/template", { template: async () => {
    
    return `template ${EOL.length}`;
  } }.template),
  [`method`]: step$1("step//./input//table/method", { async [`method`]() {
    
    return `method ${EOL.length}`;
  } }.method),
  [KEY]: step$1("step//./input//table", async () => {
    
    return `dynamic ${EOL.length}`;
  }),
  [42]: step$1("step//./input//table/42", { async [42]() {
    
    return `42 ${EOL.length}`;
  } }["42"]),
  [KEY + '2']: { inner: step$1("step//./input//table/inner", { inner: async () => {  return `inner ${EOL.length}`; } }.inner) },
};
class Jobs {
  static async ['literal']() {
    
    return `static ${EOL.length}`;
  } static { step$1("step//./input//Jobs.literal", this.literal); }
  static async [`template`]() {
    
    return `template ${EOL.length}`;
  } static { step$1("step//./input//Jobs.template", this.template); }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
