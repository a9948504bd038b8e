export { one, two as three } from './other';
export * from './more';
export * as all from './all';
export type { Only } from './types';
import { imported } from './imported';
export { imported };

export async function flow() {
  'use workflow';
}
