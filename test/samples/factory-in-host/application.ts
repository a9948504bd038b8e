import { registerClosure, markStep, registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerClosure("step//./input//createCounter/add", closure); registerStep("step//./input//outside", outside); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

function createCounter(start: number) {
  markStep("step//./input//createCounter/add", add, () => ({ count })); let count = start;
  const next = () => ++count;
  async function add(...args) { return closure({ count }).apply(this, args); }
  return { call: (n: number) => add(n), next, bound: { extra: 5, add } };
}

/** A step that uses the factory by itself: nothing of it travels. */
async function outside(n: number) {
  
  const counter = createCounter(n);
  counter.next();
  return [await counter.call(1), await counter.bound.add(1)];
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ count }) { return async function add(this: { extra: number } | void, n: number): Promise<number> {
    
    return count + n + (this?.extra ?? 0) + EOL.length;
  }; }
