import { calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//sign", sign); import { createHash } from 'node:crypto';

const SALT = 'salt';

export async function sign() { return calledDirectly("workflow//./input//sign"); }

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
