import { expect, test } from 'vitest';
import * as fc from '../../test/fast-check.ts';
import { portableBase64 } from './base64.ts';

test('any bytes become the base64 text that others make too, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(portableBase64.encode(bytes)).toBe(text);
      expect([...portableBase64.decode(text)]).toEqual([...bytes]);
    }),
  );
});
