import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//resize", resize); registerStep("step//./input//mail", mail); markWorkflow("workflow//./input//flow", flow); import { basename } from 'node:path';
import { Pool } from './pool';

const pool = new Pool();
const short = (path: string) => `${basename(path)} of ${pool.size}`;

async function resize(path: string) {
  
  return basename(path);
}
resize.label = short;

async function mail(to: string) {
  
  return basename(to);
}
Object.assign(mail, {
  label(to: string) {
    return basename(to);
  },
  chart: { label: 'Mail' },
});
const remove = Object.assign(
  registerStep("step//./input//remove", async (path: string) => {
    
    return basename(path);
  }),
  { maxRetries: 1, label: (path: string) => short(path) },
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
