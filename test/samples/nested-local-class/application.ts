import { calledDirectly, markWorkflow, registerClosure } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); registerClosure("step//./input//flow/format", closure); import { EOL } from 'node:os';

export async function flow() { return calledDirectly("workflow//./input//flow"); }

function closure({ unit }) { class Money {
    constructor(readonly cents: number) {}
    toString(): string {
      return `${this.cents} ${unit}${EOL.length}`;
    }
  } class Debt extends Money {
    override toString(): string {
      return `-${super.toString()}`;
    }
  } return { format: async (cents: number) => {
    
    return [new Money(cents).toString(), `${new Debt(cents)}`];
  } }.format; }
