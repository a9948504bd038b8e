import * as billing from './billing';
import { mail as send, type Mail } from './mail';

export * from './billing';
export { mail as default } from './mail';

export async function flow(to: string): Promise<Mail[]> {
  'use workflow';
  return [await send(to), await billing.charge(to)];
}
