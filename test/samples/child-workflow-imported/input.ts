import { child } from './child';

export { child } from './child';

export async function parent(n: number) {
  'use workflow';
  return [await child(n), n];
}
