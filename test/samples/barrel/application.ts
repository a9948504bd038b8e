import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import * as billing from './billing';
import { mail as send, type Mail } from './mail';

export * from './billing';
export { mail as default } from './mail';

export async function flow() { return calledDirectly("workflow//./input//flow"); }
