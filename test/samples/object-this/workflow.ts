import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//bill", bill); 

export const invoice = {
  prefix: 'no-',
  number: /* @__PURE__ */ stepProxy("step//./input//invoice/number", undefined, undefined, true, 1),
};

export async function bill(id: number) {
  
  const copy = { ...invoice, prefix: 'copy-' };
  return [await invoice.number(id), await copy.number(id)];
}
