import { expect, test } from 'vitest';
import { createCodec } from '../../runtime/values/codec.ts';
import { toStorable } from './storable.ts';

class Response {
  id = 'r1';
  #hidden = 1;
  read(): number {
    return this.#hidden;
  }
}

test('whatever a provider slips into an answer, it can be stored', () => {
  const cyclic: Record<string, unknown> = { name: 'cycle' };
  cyclic['self'] = cyclic;
  const value = { date: new Date(0), url: new URL('https://x.test'), bytes: new Uint8Array([1]), list: [1, undefined] };
  const odd = { run: () => {}, tag: Symbol('x'), response: new Response(), error: new TypeError('no'), cyclic };
  const stored = toStorable({ ...value, ...odd });
  expect(stored).toEqual({
    ...value,
    response: { id: 'r1' },
    error: { name: 'TypeError', message: 'no' },
    cyclic: { name: 'cycle' },
  });
  const codec = createCodec();
  expect(codec.decode(codec.encode(stored))).toEqual(stored);
});
