import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markStep("step//./input//hash", hash); markWorkflow("workflow//./input//flow", flow); async function hash(text: string) {
  
  const { createHash } = await import('node:crypto');
  return createHash('sha1').update(text).digest('hex').slice(0, 4);
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
