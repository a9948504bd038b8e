
import { registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//named", named); import { EOL } from 'node:os';

const hidden = (n: number) => n + EOL.length;
export const arrow = registerStep("step//./input//arrow", { arrow: async (n: number) => hidden(n) }.arrow),
  expression = registerStep("step//./input//expression", { expression: async function (n: number) {
    return hidden(n) * 2;
  } }.expression);
export const asserted = (registerStep("step//./input//asserted", { asserted: async (n: number) => hidden(n) * 3 }.asserted)) as (n: number) => Promise<number>;
const local = registerStep("step//./input//local", { local: async (n: number) => hidden(n) * 4 }.local);
export { local as renamed, local as twice };
export default async function named(n: number) {
  return hidden(n) * 5;
}
