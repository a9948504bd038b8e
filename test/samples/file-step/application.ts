
import { registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//size", size); registerStep("step//./input//listed", listed); registerStep("step//./input//aliased", aliased); import { EOL } from 'node:os';

export type Size = { bytes: number };
export interface Named { name: string }

export async function size(text: string): Promise<Size> {
  return { bytes: text.length + helper() };
}
export const name = registerStep("step//./input//name", { name: async (text: string) => ({ name: text }) }.name);
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
export default registerStep("step//./input//default", { default: async () => helper() }.default);
