/** Values that are sealed or opened many at once are those of `node:crypto`, and nothing else is taken for one. */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GcmBatch, type LabelledText } from './gcm-batch.ts';

const KEY = createSecretKey(Buffer.from('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308', 'hex'));

/** Of all lengths around whole blocks, in several scripts. */
const VALUES: LabelledText[] = Array.from({ length: 300 }, (_, i) => ({
  label: `enc1t:k: run ${'ä'.repeat(i % 40)} ${'x'.repeat((i * 7) % 150)}`,
  text: ['x', 'ö', '漢🎉'][i % 3]!.repeat(i % 67) + 'y'.repeat(i % 17),
}));

function sealOne({ label, text }: LabelledText, nonce: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64');
}

function openOne({ label, text }: LabelledText): string {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', KEY, bytes.subarray(0, 12)).setAAD(Buffer.from(label));
  decipher.setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

const labelled = (texts: readonly string[]): LabelledText[] =>
  texts.map((text, i) => ({ label: VALUES[i]!.label, text }));

describe('many values at once', () => {
  it('are sealed as node:crypto seals them, with the same nonces', () => {
    const nonces = VALUES.map(() => randomBytes(12));
    let next = 0;
    const sealed = new GcmBatch(KEY).seal(VALUES, () => nonces[next++]!);
    expect(sealed).toEqual(VALUES.map((value, i) => sealOne(value, nonces[i]!)));
    expect(labelled(sealed).map(openOne)).toEqual(VALUES.map(({ text }) => text));
  });

  it('are opened when node:crypto has sealed them', () => {
    const sealed = labelled(VALUES.map((value) => sealOne(value, randomBytes(12))));
    const batch = new GcmBatch(KEY);
    for (let i = 0; i < 2; i += 1) expect(batch.open(sealed)).toEqual(VALUES.map(({ text }) => text));
    expect(batch.open([])).toEqual([]);
  });

  it('are refused one by one: when a byte was changed, the end cut off, or the label is another', () => {
    const value = { label: 'label', text: 'a text of several blocks, so that each of them is tried' };
    const sealed = Buffer.from(sealOne(value, randomBytes(12)), 'base64');
    const changed = Array.from(sealed, (_, at) => {
      const copy = Buffer.from(sealed);
      copy[at]! ^= 1 << (at % 8);
      return copy;
    });
    const cut = [0, 1, 12, 27, 28, sealed.length - 1].map((length) => sealed.subarray(0, length));
    const wrong = [...changed, ...cut].map((bytes) => ({ label: value.label, text: bytes.toString('base64') }));
    const right = { label: value.label, text: sealed.toString('base64') };
    const batch = new GcmBatch(KEY);
    expect(batch.open([right, ...wrong, right])).toEqual([value.text, ...wrong.map(() => null), value.text]);
    expect(
      batch.open([
        { ...right, label: 'labels' },
        { ...right, text: 'no base64 at all' },
      ]),
    ).toEqual([null, null]);
    const other = new GcmBatch(createSecretKey(Buffer.alloc(32, 1)));
    expect(other.open([right])).toEqual([null]);
  });
});
