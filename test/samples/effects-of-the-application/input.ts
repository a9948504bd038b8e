import './polyfill';
import { app, log } from './app';
import { EOL } from 'node:os';

log('top');
const unused = log('unused');
export const route = app.post('/orders', async () => {
  'use step';
  return EOL.length;
});
await app.ready();
for (const name of ['a', 'b']) app.post(name, () => name);

export async function flow() {
  'use workflow';
}
export const seen = () => app.seen;
