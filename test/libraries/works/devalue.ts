import { parse, stringify, uneval } from 'devalue';
import * as flatted from 'flatted';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const ring: Record<string, unknown> = { on: new Date(0), map: new Map([[1, 2n]]) };
  ring['self'] = ring;
  return [
    await echo(stringify(ring)),
    (parse(stringify(ring)) as typeof ring)['self'] !== ring,
    uneval({ a: [1] }),
    flatted.stringify({ a: [1] }),
  ];
}
