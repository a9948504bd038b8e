import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import './polyfill';
import { app, log } from './app';
import { EOL } from 'node:os';

log('top');
const unused = log('unused');
export const route = app.post('/orders', registerStep("step//./input//route", async () => {
  
  return EOL.length;
}));
await app.ready();
for (const name of ['a', 'b']) app.post(name, () => name);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
export const seen = () => app.seen;
