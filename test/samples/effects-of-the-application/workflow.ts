import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 
import { app } from './app';




export const route = /* @__PURE__ */ (() => (app.post('/orders', /* @__PURE__ */ stepProxy("step//./input//route"))))();



export async function flow() {
  
}
export const seen = () => app.seen;
