import { EOL } from 'node:os';

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
  'use step';
  return [id, OnlySteps.size, Rates.base];
}

export async function flow() {
  'use workflow';
  return [await charge('a'), Rates.Deep.more, price(2)];
}
