import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//declared", undefined, declared, undefined, 1); let step$2; const step$3 = /* @__PURE__ */ stepProxy("step//./input//callAll", undefined, callAll, undefined, 2); registerWorkflow("workflow//./input//flow", flow); 

type Run = (n: number) => Promise<number>;

async function declared(...args) { return step$1(...args); }
const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow", undefined, undefined, undefined, 1);
const tools = {
  method: /* @__PURE__ */ stepProxy("step//./input//tools/method", undefined, undefined, undefined, 1),
};
class Jobs {
  static async run(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Jobs.run", undefined, this.run, undefined, 1); }
}

/** Gets functions as values, calls them, and gives one back. */
async function callAll(...args) { return step$3(...args); }

export async function flow(n: number) {
  
  const step$4 = stepProxy("step//./input//flow/nested", () => ({ n }), nested, undefined, 1); async function nested(...args) { return step$4(...args); }
  const nestedArrow = stepProxy("step//./input//flow/nestedArrow", () => ({ n }), undefined, undefined, 1);
  const all = [declared, arrow, tools.method, Jobs.run, nested, nestedArrow];
  const { results, arrow: again } = await callAll(all, n);
  return [...results, await again(n)];
}
