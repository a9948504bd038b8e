'use workflow';
import { steps } from './steps';

export const limit = 3;
export { steps };
export * as all from './steps';
export async function flow() {}
