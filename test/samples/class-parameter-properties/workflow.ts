import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 

class Clock {
  readonly started!: number;
  constructor(
    private readonly zone: string,
    public offset = 1,
  ) {}
  async now(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Clock#now", undefined, this.prototype.now, undefined, 1); }
  describe() {
    return `${this.zone} ${this.offset}`;
  }
}

export async function flow() {
  
  const clock = new Clock('utc');
  return [clock.describe(), await clock.now(5)];
}
