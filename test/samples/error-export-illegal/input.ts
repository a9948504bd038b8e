'use step';
import { imported } from './other';

export const value = 5;
export const { a, b } = { a: 1, b: 2 };
export class Shop {}
export enum Level {
  Low,
}
export namespace Space {
  export const x = 1;
}
const local = 'x';
export { local, imported, type Fine };
export * from './more';
export { other } from './more';
export default wrap(async () => {});
type Fine = string;
function wrap<T>(value: T): T {
  return value;
}
