import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//count", count); 

class Counter {
  constructor(private start: number) {}
  async plain(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Counter#plain", undefined, this.prototype.plain, undefined, 1); }
  twice = stepProxy("step//./input//Counter#twice", undefined, undefined, undefined, 1);
  sum(): number {
    return this.start;
  }
}

export async function count(n: number) {
  
  const counter = new Counter(n);
  return [await counter.plain(n), await counter.twice(n), counter.sum()];
}
