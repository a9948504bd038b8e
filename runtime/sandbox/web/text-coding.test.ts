import { expect, it } from 'vitest';
import * as fc from '../../../test/fast-check.ts';
import { openWebRealm } from '../../../test/web-realm.ts';

const realm = await openWebRealm();
const { sameAsNode } = realm;

it.each([
  "new TextEncoder().encode('a€😀\\ud800')",
  'new TextEncoder().encode()',
  "const b = new Uint8Array(5); return [new TextEncoder().encodeInto('a€😀', b), b]",
  "const b = new Uint8Array(8); return [new TextEncoder().encodeInto('a€😀', b), b]",
  "new TextEncoder().encodeInto('a', [])",
  'new TextEncoder().encoding',
])('encodes text as Node does: %s', sameAsNode);

it.each([
  'new TextDecoder().decode()',
  "new TextDecoder().decode('a')",
  'new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))',
  "new TextDecoder('utf8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))",
  "new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))",
  'new TextDecoder().decode(new DataView(new Uint8Array([97, 98, 99]).buffer, 1))',
  'new TextDecoder().decode(new Uint8Array([97, 98, 99]).buffer)',
  "new TextDecoder('latin1').encoding",
  "new TextDecoder('latin1').decode(new Uint8Array([0x80, 0xe9]))",
  "new TextDecoder('utf-16le').decode(new Uint8Array([0x61, 0, 0x3d, 0xd8]))",
  "new TextDecoder('shift_jis').decode(new Uint8Array([0x83, 0x65]))",
  "const d = new TextDecoder(' UTF-8 ', { fatal: 1 }); return [d.encoding, d.fatal, d.ignoreBOM]",
  "new TextDecoder('no encoding')",
])('decodes bytes as Node does: %s', sameAsNode);

it('drops a byte order mark once in each text, also when it comes in pieces', async () => {
  await sameAsNode(`
    const d = new TextDecoder();
    const first = d.decode(new Uint8Array([0xef]), { stream: true });
    const second = d.decode(new Uint8Array([0xbb, 0xbf, 97, 0xef, 0xbb, 0xbf]), { stream: true });
    return [first, second, d.decode(), d.decode(new Uint8Array([0xef, 0xbb, 0xbf]))];`);
});

it('says that only UTF-8 can be decoded in pieces, instead of breaking characters apart', () => {
  expect(realm.run("new TextDecoder('utf-16le').decode(new Uint8Array(1), { stream: true })")).toBe('throws TypeError');
});

/** Bytes that are on the borders of what UTF-8 allows. */
const EDGES = [
  0x00, 0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff,
];
const brokenBytes = fc.array(fc.oneof(fc.constantFrom(...EDGES), fc.constantFrom(0xbb, 0xe2, 0x82, 0xac)), {
  maxLength: 12,
});

/** The texts of these pieces, and of the end. */
function decodePieces(pieces: readonly (readonly number[])[]): string[] {
  const code = `
    const d = new TextDecoder();
    const texts = ${JSON.stringify(pieces)}.map((piece) => d.decode(Uint8Array.from(piece), { stream: true }));
    JSON.stringify([...texts, d.decode()]);`;
  return JSON.parse(realm.read(`{${code}}`)) as string[];
}

/**
 * The texts by the Encoding Standard: a mark is dropped only as the first character of all. Node 24 also drops one that
 * begins a piece after bytes of which it has made nothing yet, so it is asked to keep all marks.
 */
function decodeByTheStandard(pieces: readonly (readonly number[])[]): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts = pieces.map((piece) => decoder.decode(Uint8Array.from(piece), { stream: true }));
  texts.push(decoder.decode());
  const first = texts.findIndex((text) => text !== '');
  if (first >= 0) texts[first] = texts[first]!.replace(/^\uFEFF/, '');
  return texts;
}

it.each<[string, number[][], string[]]>([
  ['behind a character that is broken off', [[0xe2], [0xef, 0xbb, 0xbf]], ['', '\uFFFD\uFEFF', '']],
  ['behind a piece without bytes, too', [[0xe2], [], [0xef, 0xbb, 0xbf]], ['', '', '\uFFFD\uFEFF', '']],
  [
    'behind another one',
    [
      [0xef, 0xbb, 0xbf],
      [0xef, 0xbb, 0xbf],
    ],
    ['', '\uFEFF', ''],
  ],
])('keeps a byte order mark %s, as the Encoding Standard says', (_, pieces, texts) => {
  expect(decodePieces(pieces)).toEqual(texts);
  expect(decodeByTheStandard(pieces)).toEqual(texts);
});

it('decodes broken UTF-8, in whatever pieces it comes, piece by piece as the Encoding Standard says', () => {
  fc.assert(
    fc.property(fc.array(brokenBytes, { maxLength: 4 }), (pieces) => {
      expect(decodePieces(pieces)).toEqual(decodeByTheStandard(pieces));
    }),
    { numRuns: 500 },
  );
});

it('gets any text back from its bytes, but for lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const code = `JSON.stringify(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(${JSON.stringify(text)})))`;
      expect(JSON.parse(realm.read(code))).toBe(text.toWellFormed());
    }),
  );
});

it.each([
  "btoa('ab\\xff')",
  "btoa('€')",
  'btoa()',
  'btoa(null)',
  "atob(' YW I=\\n')",
  "atob('YWI')",
  "atob('YWI==')",
  "atob('Y')",
  "atob('YW=I')",
  "atob('')",
  "atob('=')",
  "atob('YQ===')",
  "atob('ab=')",
  "atob('!')",
  'atob(null)',
])('reads and writes base64 as Node does: %s', sameAsNode);

it('gets any bytes back from base64 that Node reads, too', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = realm.read(`btoa(String.fromCharCode(...${JSON.stringify([...bytes])}))`);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      const again = realm.read(
        `JSON.stringify(Array.from(atob(${JSON.stringify(text)}), (char) => char.charCodeAt(0)))`,
      );
      expect(JSON.parse(again)).toEqual([...bytes]);
    }),
  );
});
