import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Clock {
  readonly started!: number;
  constructor(
    private readonly zone: string,
    public offset = 1,
  ) {}
  async now(at: number) {
    
    return at + EOL.length;
  } static { registerStep("step//./input//Clock#now", this.prototype.now); }
  describe() {
    return `${this.zone} ${this.offset}`;
  }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
