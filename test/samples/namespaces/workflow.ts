import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//charge", undefined, charge, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

namespace Rates {
  export const base = 2;
  export namespace Deep {
    export const more = base + 1;
  }
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

async function charge(...args) { return step$1(...args); }

export async function flow() {
  
  return [await charge('a'), Rates.Deep.more, price(2)];
}
