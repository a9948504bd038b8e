import { registerStep, calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; registerStep("step//./input//hash", hash); markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/nested", closure); async function hash(text: string) {
  
  const { createHash } = await import('node:crypto');
  return createHash('sha1').update(text).digest('hex').slice(0, 4);
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ text }) { return { nested: async () => {
    
    const os = await import('node:os');
    return os.EOL.length + text.length;
  } }.nested; }
