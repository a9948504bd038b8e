import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//flow", flow); 

const KEY = 'dynamic';
const table = /* @__PURE__ */ (() => ({
  ['literal']: /* @__PURE__ */ stepProxy("step//./input//table/literal"),
  [`template`]: /* @__PURE__ */ stepProxy("step//./input//table/template"),
  [`method`]: /* @__PURE__ */ stepProxy("step//./input//table/method"),
  [KEY]: /* @__PURE__ */ stepProxy("step//./input//table"),
  [42]: /* @__PURE__ */ stepProxy("step//./input//table/42"),
  [KEY + '2']: { inner: /* @__PURE__ */ stepProxy("step//./input//table/inner") },
}))();
class Jobs {
  static async ['literal'](...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Jobs.literal", undefined, this.literal); }
  static async [`template`](...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Jobs.template", undefined, this.template); }
}

export async function flow() {
  
  return [
    await table.literal(),
    await table.template(),
    await table.method(),
    await table[KEY](),
    await table[42](),
    await (table['dynamic2'] as { inner(): Promise<string> }).inner(),
    await Jobs.literal(),
    await Jobs.template(),
  ];
}
