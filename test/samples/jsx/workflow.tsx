import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//mail", mail); const step$1 = /* @__PURE__ */ stepProxy("step//./input//send", undefined, send, undefined, 1); 


export async function mail(name: string) {
  
  return send(name);
}

async function send(...args) { return step$1(...args); }


