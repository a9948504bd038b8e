
import { registerStep } from 'workflow:steps'; import { markStep } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//named", named); import { EOL } from 'node:os';

const hidden = (n: number) => n + EOL.length;
export const arrow = step$1("step//./input//arrow", { arrow: async (n: number) => hidden(n) }.arrow),
  expression = step$1("step//./input//expression", { expression: async function (n: number) {
    return hidden(n) * 2;
  } }.expression);
export const asserted = (step$1("step//./input//asserted", { asserted: async (n: number) => hidden(n) * 3 }.asserted)) as (n: number) => Promise<number>;
const local = step$1("step//./input//local", { local: async (n: number) => hidden(n) * 4 }.local);
export { local as renamed, local as twice };
export default async function named(n: number) {
  return hidden(n) * 5;
}
