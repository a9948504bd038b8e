'use step';
import { EOL } from 'node:os';

export type Size = { bytes: number };
export interface Named { name: string }

export async function size(text: string): Promise<Size> {
  return { bytes: text.length + helper() };
}
export const name = async (text: string) => ({ name: text });
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
export default async () => helper();
