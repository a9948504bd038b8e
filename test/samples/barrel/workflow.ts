import { registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); import * as billing from './billing';
import { mail as send } from './mail';

export * from './billing';
export { mail as default } from './mail';

export async function flow(to: string): Promise<Mail[]> {
  
  return [await send(to), await billing.charge(to)];
}
