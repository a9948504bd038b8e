import pLimit from 'p-limit';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const limit = pLimit(2);
  return await Promise.all([1, 2, 3, 4].map((n) => limit(() => echo(n * 2))));
}
