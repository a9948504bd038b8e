import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export async function flow(unit: string) {
  
  class Money {
    constructor(readonly cents: number) {}
    toString(): string {
      return `${this.cents} ${unit}${EOL.length}`;
    }
  }
  class Debt extends Money {
    override toString(): string {
      return `-${super.toString()}`;
    }
  }
  const format = stepProxy("step//./input//flow/format", () => ({ unit }), undefined, undefined, 1);
  return format(5);
}
