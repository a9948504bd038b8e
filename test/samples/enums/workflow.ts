import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//read", undefined, read, undefined, 1); registerWorkflow("workflow//./input//flow", flow); 

enum Level {
  Low = 1,
  High = Low << 2,
}
const enum Unit {
  Euro = 'EUR',
}
export enum Shared {
  A = 'a',
}


async function read(...args) { return step$1(...args); }

export async function flow(level = Level.High) {
  
  return [await read(level), level, Unit.Euro, Shared.A];
}
