/** Whatever structured clone copies is copied equal, or refused with the path to the part that cannot be. */
import { expect, test } from 'vitest';
import { clonableValue, expectEqual } from '../../test/clonable-values.ts';
import * as fc from '../../test/fast-check.ts';
import { createCodec } from './codec.ts';

const codec = createCodec();

test('what structured clone copies comes back equal, or is refused with its path', () => {
  const refusals = new Set<string>();
  fc.assert(
    fc.property(clonableValue, (value) => {
      const payload = tryEncode({ value });
      if (typeof payload !== 'string') {
        refusals.add(payload.code);
        expect(payload.message).toMatch(/^args\.value/);
        return;
      }
      expectEqual(codec.decode(payload), { value });
    }),
    { numRuns: 1000 },
  );
  expect([...refusals]).toEqual(['value_not_serializable']);
});

function tryEncode(value: unknown): string | { code: string; message: string } {
  try {
    return codec.encode(value, 'args');
  } catch (error) {
    return error as { code: string; message: string };
  }
}

test('a match keeps its index, input and groups', () => {
  const match = /(?<id>\d+)-(?<name>\w+)/.exec('at 12-ab')!;
  const copy = codec.decode(codec.encode(match)) as RegExpExecArray;
  expect([...copy, copy.index, copy.input, { ...copy.groups }]).toEqual([
    '12-ab',
    '12',
    'ab',
    3,
    'at 12-ab',
    { id: '12', name: 'ab' },
  ]);
  expect(Array.isArray(copy)).toBe(true);
});

test('an array that has itself as an element and as a field comes back in that shape', () => {
  const array: unknown[] & { own?: unknown } = [];
  array[3] = array;
  array.own = array;
  const copy = codec.decode(codec.encode({ array, again: array })) as { array: typeof array; again: unknown };
  expect(copy.array[3]).toBe(copy.array);
  expect(copy.array.own).toBe(copy.array);
  expect(copy.again).toBe(copy.array);
  expect(0 in copy.array).toBe(false);
});
