import { expect, test } from 'vitest';
import { createCodec } from './codec.ts';
import { encodeThrown } from './encode-thrown.ts';
import { SecretNames } from './secret-names.ts';

const codec = createCodec({ secrets: () => new SecretNames() });

test('a long text without any credential takes time in proportion to its length', () => {
  const timeOf = (text: string): number => {
    const begin = performance.now();
    encodeThrown(codec, new Error(text));
    return performance.now() - begin;
  };
  timeOf('warm up');
  for (const piece of [
    'a',
    'a:',
    '"a',
    'http://a',
    'password="',
    '-----BEGIN PRIVATE KEY-----',
    'a.b-c ',
    '?a=',
    'sk-',
  ]) {
    const [short, long] = [2_000, 32_000].map((count) => timeOf(piece.repeat(count)));
    // Sixteen times the text; a pattern that goes back would take 256 times as long.
    expect(long! / Math.max(short!, 2), piece).toBeLessThan(100);
  }
});
