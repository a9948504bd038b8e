import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//default", undefined, defaultExport, undefined, 1); registerWorkflow("workflow//./input//run", run); 

export default async function defaultExport(...args) { return step$1(...args); }

export async function run(text: string) {
  
  return text;
}
