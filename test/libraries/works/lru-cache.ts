import { LRUCache } from 'lru-cache';
import QuickLRU from 'quick-lru';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const cache = new LRUCache<string, number>({ max: 2 });
  cache
    .set('a', 1)
    .set('b', 2)
    .set('c', await echo(3));
  const quick = new QuickLRU<string, number>({ maxSize: 1 });
  quick.set('x', 1).set('y', 2).set('z', 3);
  return [[...cache.keys()], cache.get('a') ?? null, quick.get('x') ?? null, quick.has('z')];
}
