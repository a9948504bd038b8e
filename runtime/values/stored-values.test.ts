import { describe, expect, it } from 'vitest';
import { createCodec } from './codec.ts';
import { isListStream, toListStream } from '../contract/stored-list.ts';
import { formatIndexes, parseIndexes, type StoredReference } from './stored-reference.ts';
import { findStoredReferences } from './stored-values.ts';

const REFERENCE: StoredReference = { run: 'wrun_1', stream: '$list:texts', indexes: '0-1,7' };

/** A codec for which `array` is stored, and what it is stored as. */
const codecFor = (array: readonly unknown[], reference = REFERENCE) =>
  createCodec({ stored: { toReference: (value) => (value === array ? reference : null) } });

describe('an array that is stored', () => {
  it('is a reference in the payload wherever it stands, and a new array with new values each time it is read', () => {
    const array = [{ text: 'long' }, 'other'];
    const codec = codecFor(array);
    const payload = codec.encode({ map: new Map([['a', [array]]]), again: array });
    expect(payload).not.toContain('long');
    expect(findStoredReferences(payload)).toEqual([REFERENCE]);
    const read = ({ indexes }: StoredReference) => [
      `{"json":{"text":"${indexes}"}}`,
      '[["Date","1970-01-01T00:00:00.005Z"]]',
    ];
    const copy = codec.decode(payload, read) as { map: Map<string, unknown[]>; again: unknown[] };
    expect(copy.again).toEqual([{ text: '0-1,7' }, new Date(5)]);
    expect(copy.map.get('a')![0]).toBe(copy.again);
    expect(codec.decode(payload, read)).not.toBe(copy);
    expect((codec.decode(payload, read) as typeof copy).again[0]).not.toBe(copy.again[0]);
  });

  it('is stored in the form that earlier versions wrote', () => {
    const array = ['a'];
    const payload = '[[1],["Stored",2],{"run":3,"stream":4,"indexes":5},"wrun_1","$list:texts","0-1,7"]';
    expect(codecFor(array).encode([array])).toBe(payload);
  });

  it('is found when it is the whole value', () => {
    const array = ['a'];
    expect(findStoredReferences(codecFor(array).encode(array))).toEqual([REFERENCE]);
  });

  it('cannot be read where nobody reads the store', () => {
    const array = ['a'];
    const payload = codecFor(array).encode([array]);
    const refused = expect.objectContaining({ code: 'value_reference_unsupported' });
    expect(() => createCodec().decode(payload)).toThrow(refused);
  });

  it('is told from values of users that look like one', () => {
    const codec = codecFor([]);
    const values = [['Stored', 1], '["Stored",1]', { Stored: ['["Stored",', new Date(5)] }, [['Stored', new Map()]]];
    for (const value of [...values, values]) {
      const payload = codec.encode(value);
      expect(findStoredReferences(payload)).toEqual([]);
      expect(codec.decode(payload)).toEqual(value);
    }
  });

  it('is refused when its reference was changed from outside', () => {
    const array = ['a'];
    const payload = codecFor(array).encode([array]).replace('"wrun_1"', '5');
    expect(() => findStoredReferences(payload)).toThrow(expect.objectContaining({ code: 'value_payload_invalid' }));
  });
});

it.each([
  [[0], '0'],
  [[0, 1, 2, 7], '0-2,7'],
  [[3, 2, 1, 1], '3,2,1,1'],
  [[10, 11, 5, 6, 7, 7, 8], '10-11,5-7,7-8'],
])('the indexes %j are written as %s', (indexes, text) => {
  expect(formatIndexes(indexes)).toBe(text);
  expect(parseIndexes(text)).toEqual(indexes);
});

it('each part of a run has streams of its own for its lists, which no stream of the user is taken for', () => {
  const streams = [toListStream('a', 0), toListStream('a', 5), toListStream('a@5', 0), toListStream('@5:a', 0)];
  expect(new Set(streams).size).toBe(4);
  expect(streams.every(isListStream)).toBe(true);
  expect(['default', 'ns:$list:a', '$value:1:1:0'].some(isListStream)).toBe(false);
});
