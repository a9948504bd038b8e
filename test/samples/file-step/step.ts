
import { registerStep } from 'workflow:steps'; import { markStep } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//size", size); step$1("step//./input//listed", listed); step$1("step//./input//aliased", aliased); import { EOL } from 'node:os';

export type Size = { bytes: number };
export interface Named { name: string }

export async function size(text: string): Promise<Size> {
  return { bytes: text.length + helper() };
}
export const name = step$1("step//./input//name", { name: async (text: string) => ({ name: text }) }.name);
async function listed() {
  return helper();
}
async function aliased() {
  return helper() + 1;
}
function helper(): number {
  return EOL.length;
}
export { listed, aliased as other, type Local };
type Local = string;
export default step$1("step//./input//default", { default: async () => helper() }.default);
