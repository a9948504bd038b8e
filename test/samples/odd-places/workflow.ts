import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

export async function flow(run = stepProxy("step//./input//flow/run", undefined, undefined, undefined, 1), list = [1]) {
  
  const step$1 = stepProxy("step//./input//flow/late", undefined, late); return [await run(1), ...(await Promise.all(list.map(stepProxy("step//./input//flow/anonymous", undefined, undefined, undefined, 1)))), await late()];

  async function late(...args) { return step$1(...args); }
}
const values = /* @__PURE__ */ (() => { const { fallback = /* @__PURE__ */ stepProxy("step//./input//fallback") } = {} as Record<string, () => Promise<number>>; return { fallback }; })(), fallback = /* @__PURE__ */ (() => values.fallback)(); export { fallback };
export const fn = /* @__PURE__ */ stepProxy("step//./input//fn", undefined, undefined, undefined, 1);
// The file ends with a comment, without a line break: {