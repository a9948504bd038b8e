import { describe, expect, test } from 'vitest';
import { encodeValue } from '../host-values/host-codec.ts';
import { describeError, showError, showPayload, toJson } from './show-value.ts';

class Odd extends Error {
  code = 'ODD';
}

describe('values for people', () => {
  test('are plain JSON, with names for what JSON lacks', async () => {
    const value = {
      at: new Date(0),
      big: 2n ** 70n,
      not: NaN,
      missing: undefined,
      map: new Map([['a', new Set([1])]]),
      bytes: new Uint8Array([1, 2]),
      error: new TypeError('no', { cause: 'why' }),
    };
    expect(showPayload(await encodeValue(value, 'value'))).toEqual({
      value: {
        at: '1970-01-01T00:00:00.000Z',
        big: '1180591620717411303424n',
        not: 'NaN',
        map: { __type: 'Map', entries: [['a', { __type: 'Set', values: [1] }]] },
        bytes: { __type: 'Uint8Array', base64: 'AQI=' },
        error: { __type: 'Error', name: 'TypeError', message: 'no', cause: 'why' },
      },
    });
  });

  test('may refer to themselves', () => {
    const circle: { self?: object; twice: object[] } = { twice: [] };
    const leaf = {};
    circle.self = circle;
    circle.twice = [leaf, leaf];
    expect(toJson(circle)).toEqual({ self: { __type: 'Circular' }, twice: [{}, {}] });
  });

  test('say why they cannot be shown', () => {
    expect(showPayload('!key_missing:k1')).toMatchObject({ unreadable: { code: 'value_key_missing' } });
    expect(showPayload('no payload')).toHaveProperty('unreadable');
    expect(showError('no payload')).toMatchObject({
      name: 'Error',
      message: expect.stringContaining('cannot be read'),
    });
  });

  test('are errors by their name, message, code and place', () => {
    const place = expect.stringMatching(/show-value.test.ts:\d+:\d+$/) as string;
    expect(describeError(new Odd('gone'))).toEqual({ name: 'Error', message: 'gone', code: 'ODD', at: place });
    expect(describeError('thrown text')).toEqual({ name: 'Error', message: 'thrown text', code: null, at: null });
  });
});
