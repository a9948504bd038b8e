import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//declared", undefined, declared); let step$2; registerWorkflow("workflow//./input//flow", flow); 
import { retryable } from './policy';

async function declared(...args) { return step$1(...args); }
declared.maxRetries = 2;
const arrow = Object.assign(
  /* @__PURE__ */ stepProxy("step//./input//arrow"),
  { timeout: '5s' },
);
class Jobs {
  static async run(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Jobs.run", undefined, this.run); }
}
Object.assign(Jobs.run, { maxRetries: 4 });

export async function flow() {
  
  const nested = stepProxy("step//./input//flow/nested");
  nested.maxRetries = 5;
  return [await declared(), await arrow(), await Jobs.run(), await nested(), declared.maxRetries, nested.maxRetries, arrow.timeout, retryable.length];
}
