import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//resize", undefined, resize, undefined, 1); const step$2 = /* @__PURE__ */ stepProxy("step//./input//mail", undefined, mail, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 
import { Pool } from './pool';

const pool = new Pool();


async function resize(...args) { return step$1(...args); }
resize.label = () => '';

async function mail(...args) { return step$2(...args); }
Object.assign(mail, {
  label: () => '',
  chart: { label: 'Mail' },
});
const remove = Object.assign(
  /* @__PURE__ */ stepProxy("step//./input//remove", undefined, undefined, undefined, 1),
  { maxRetries: 1, label: () => '' },
);

export async function flow() {
  
  const { chart } = mail as unknown as { chart: { label: string } };
  return [await resize('a/b.png'), await mail('a/c'), await remove('a/d'), chart.label, typeof resize.label];
}
