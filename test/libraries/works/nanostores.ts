import { atom, computed } from 'nanostores';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const count = atom(1);
  const twice = computed(count, (n) => n * 2);
  const seen: number[] = [];
  twice.subscribe((n) => void seen.push(n));
  count.set(await echo(5));
  return seen;
}
