import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$2 = /* @__PURE__ */ stepProxy("step//./input//outside", undefined, outside, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

function createCounter(start: number) {
  const step$1 = stepProxy("step//./input//createCounter/add", () => ({ count }), add, true, 1); let count = start;
  const next = () => ++count;
  async function add(...args) { return step$1.apply(this, args); }
  return { call: (n: number) => add(n), next, bound: { extra: 5, add } };
}

/** A step that uses the factory by itself: nothing of it travels. */
async function outside(...args) { return step$2(...args); }

export async function flow(n: number) {
  
  const counter = createCounter(n);
  counter.next();
  return [await outside(n), await counter.call(100)];
}
