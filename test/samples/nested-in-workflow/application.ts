import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//sign", sign); registerClosure("step//./input//sign/declared", closure); registerClosure("step//./input//sign/arrow", closure$1); registerClosure("step//./input//sign/inLoop", closure$2); import { createHash } from 'node:crypto';

const SALT = 'salt';

export async function sign() { return calledDirectly("workflow//./input//sign"); }

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function closure({ prefix, text }) { return async function declared(times: number, glue = prefix): Promise<string> {
    
    return hash(SALT + text.repeat(times) + glue);
  }; }

function closure$1({ prefix }) { return { arrow: async ({ size }: { size: number }) => {
    
    return hash(prefix).slice(0, size);
  } }.arrow; }

function closure$2({ part, prefix }) { return { inLoop: async () => {
      
      return hash(part + prefix);
    } }.inLoop; }
