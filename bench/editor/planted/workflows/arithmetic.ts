import { readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';

export function readConfig() {
  return readFileSync('config.json', 'utf8'); // the same mistake
}

export function add(a: number, b: number): number {
  return a + b;
}

export const sizeOf = (stats: Stats): number => stats.size;
