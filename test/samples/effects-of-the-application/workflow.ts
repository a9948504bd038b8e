import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); import './polyfill';
import { app, log } from './app';


log('top');
const unused = log('unused');
export const route = app.post('/orders', /* @__PURE__ */ stepProxy("step//./input//route"));

for (const name of ['a', 'b']) app.post(name, () => name);

export async function flow() {
  
}
export const seen = () => app.seen;
