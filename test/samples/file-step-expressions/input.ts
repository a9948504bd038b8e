'use step';
import { EOL } from 'node:os';

const hidden = (n: number) => n + EOL.length;
export const arrow = async (n: number) => hidden(n),
  expression = async function (n: number) {
    return hidden(n) * 2;
  };
export const asserted = (async (n: number) => hidden(n) * 3) as (n: number) => Promise<number>;
const local = async (n: number) => hidden(n) * 4;
export { local as renamed, local as twice };
export default async function named(n: number) {
  return hidden(n) * 5;
}
