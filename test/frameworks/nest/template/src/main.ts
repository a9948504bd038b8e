import 'reflect-metadata';
import { applyRules } from './app-rules.ts';
import { createApp } from './create-app.ts';

async function main(): Promise<void> {
  const app = await createApp();
  applyRules(app);
  await app.listen(process.env['PORT']!, '127.0.0.1');
}

void main();
