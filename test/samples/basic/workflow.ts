import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//checkout", checkout); const step$2 = /* @__PURE__ */ stepProxy("step//./input//charge", undefined, charge); let step$3; let step$4; const step$5 = /* @__PURE__ */ stepProxy("step//./input//default", undefined, defaultExport); 
import { helper as h } from './lib';

import { Pool } from 'pg';

export const db = /* @__PURE__ */ (() => (new Pool()))(), limit = 5;


/** Does it. */
export async function checkout(orderId: string): Promise<number> {
  
  const step$1 = /* @__PURE__ */ stepProxy("step//./input//checkout/inner", () => ({ rate }), inner); const rate = await h(1);
  async function inner(...args) { return step$1(...args); }
  function twice(n: number) { return n * 2 * rate; }
  const again = /* @__PURE__ */ stepProxy("step//./input//checkout/again");
  return (await charge(orderId)) + (await inner(3)) + (await again(1)) + (await tools.search.execute('x'));
}

async function charge(...args) { return step$2(...args); }
charge.maxRetries = 2;

const tools = /* @__PURE__ */ (() => ({
  search: {
    execute: /* @__PURE__ */ stepProxy("step//./input//tools/search/execute"),
    other: /* @__PURE__ */ stepProxy("step//./input//tools/search/other"),
  },
}))();

export class Orders {
  static prefix = 'x';
  static async list(...args) { return step$3(...args); } static { step$3 = /* @__PURE__ */ stepProxy("step//./input//Orders.list", undefined, this.list); }
  async refund(...args) { return step$4.apply(this, args); } static { step$4 = /* @__PURE__ */ stepProxy("step//./input//Orders#refund", undefined, this.prototype.refund, true); }
  id = 3;
}
export default async function defaultExport(...args) { return step$5(...args); }
