import { expect, test } from 'vitest';
import { markStream, readStreamReference, toStreamReference } from './stream-reference.ts';

test('a stream keeps the run that it belongs to, in whatever run its reference is read', () => {
  const stream = markStream(new WritableStream(), { run: 'wrun_1', stream: 'ns:log' });
  expect(readStreamReference(toStreamReference(stream)!, 'wrun_2')).toEqual({ run: 'wrun_1', stream: 'ns:log' });
  expect(toStreamReference(new WritableStream())).toBeNull();
});

test('a reference of before streams named their run means the run that it is in', () => {
  expect(readStreamReference({ stream: 'default' }, 'wrun_2')).toEqual({ run: 'wrun_2', stream: 'default' });
});

test.each([{}, { stream: 5 }, { stream: 'default', run: 5 }])('the broken reference %j is refused', (data) => {
  expect(() => readStreamReference(data, 'wrun_2')).toThrow(/value_payload_invalid/);
});
