import superjson from 'superjson';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    superjson.parse(await echo(superjson.stringify({ on: new Date(0), big: 10n, list: new Set([1]) }))),
    superjson.serialize({ a: undefined }),
  ];
}
