import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//declared", undefined, declared); let step$2; const step$3 = /* @__PURE__ */ stepProxy("step//./input//callAll", undefined, callAll); registerWorkflow("workflow//./input//flow", flow); 

type Run = (n: number) => Promise<number>;

async function declared(...args) { return step$1(...args); }
const arrow = /* @__PURE__ */ stepProxy("step//./input//arrow");
const tools = {
  method: /* @__PURE__ */ stepProxy("step//./input//tools/method"),
};
class Jobs {
  static async run(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Jobs.run", undefined, this.run); }
}

/** Gets functions as values, calls them, and gives one back. */
async function callAll(...args) { return step$3(...args); }

export async function flow(n: number) {
  
  const step$4 = stepProxy("step//./input//flow/nested", () => ({ n }), nested); async function nested(...args) { return step$4(...args); }
  const nestedArrow = stepProxy("step//./input//flow/nestedArrow", () => ({ n }));
  const all = [declared, arrow, tools.method, Jobs.run, nested, nestedArrow];
  const { results, arrow: again } = await callAll(all, n);
  return [...results, await again(n)];
}
