import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//resize", resize); step$1("step//./input//mail", mail); markWorkflow("workflow//./input//flow", flow); import { basename } from 'node:path';
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
  step$1("step//./input//remove", async (path: string) => {
    
    return basename(path);
  }),
  { maxRetries: 1, label: (path: string) => short(path) },
);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
