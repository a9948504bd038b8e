import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//declared", undefined, declared); const step$2 = /* @__PURE__ */ stepProxy("step//./input//guarded", undefined, guarded); registerWorkflow("workflow//./input//flow", flow); 



export async function declared(...args) { return step$1(...args); }


declared.timeout = '1h';

const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow");


async function guarded(...args) { return step$2(...args); }
guarded.timeout = typeof window === 'undefined' ? '5s' : '1s';

export async function flow() {
  
  return [await declared(), await arrow(), await guarded(), declared.timeout, guarded.timeout];
}
