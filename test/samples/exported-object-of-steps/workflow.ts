import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export const orders = {
  charge: /* @__PURE__ */ stepProxy("step//./input//orders/charge", undefined, undefined, undefined, 1),
  refund: {
    full: /* @__PURE__ */ stepProxy("step//./input//orders/refund/full", undefined, undefined, undefined, 1),
  },
};
export default { orders, size: 2, run: /* @__PURE__ */ stepProxy("step//./input//default/run") };

export async function flow(id: string) {
  
  return [await orders.charge(id), await orders.refund.full(id)];
}
