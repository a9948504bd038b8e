import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//charge", charge); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

namespace Rates {
  export const base = 2;
  export namespace Deep {
    export const more = base + 1;
  }
}
namespace OnlySteps {
  export const size = EOL.length;
}
declare namespace Types {
  type Id = string;
}
function price(n: number) {
  return n * price.factor;
}
namespace price {
  export let factor = 3;
}

async function charge(id: Types.Id) {
  
  return [id, OnlySteps.size, Rates.base];
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
