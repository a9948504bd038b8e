import type { AgentChunk } from '../contract/ui-chunks.ts';
import { expect, test } from 'vitest';
import * as fc from '../../test/fast-check.ts';

import { WrittenChunks } from './written-chunks.ts';

const text = (delta: string): AgentChunk => ({ type: 'text-delta', id: '1', delta });
const START: AgentChunk = { type: 'text-start', id: '1' };
const END: AgentChunk = { type: 'text-end', id: '1' };
const raw = (rawValue: unknown): AgentChunk => ({ type: 'data-workflow-raw', data: { rawValue } });

/** The chunks that an attempt writes when it says `said` after `written`; `null` when it says something else. */
function rewrite(written: AgentChunk[], said: AgentChunk[]): AgentChunk[] | null {
  const chunks = new WrittenChunks(written);
  const out: AgentChunk[] = [];
  for (const chunk of said) {
    const taken = chunks.take(chunk);
    if (!taken) return null;
    out.push(...taken);
  }
  return chunks.isSaid ? [...out, ...chunks.takeRest()] : null;
}

/** The text in pieces, cut at these places. */
function cut(whole: string, places: readonly number[]): AgentChunk[] {
  const edges = [0, ...places.map((place) => place % (whole.length + 1)), whole.length].toSorted((a, b) => a - b);
  return edges.slice(1).flatMap((edge, index) => (edge > edges[index]! ? [text(whole.slice(edges[index], edge))] : []));
}

test('however a text is cut, what was written stays and only the rest is new', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.array(fc.nat(40)),
      fc.array(fc.nat(40)),
      fc.nat(8),
      (whole, ones, others, kept) => {
        const written = [START, ...cut(whole, ones)].slice(0, kept + 1);
        const out = rewrite(written, [START, ...cut(whole, others), END])!;
        expect(out.slice(0, written.length)).toEqual(written);
        expect(out.map(({ delta = '' }) => delta).join('')).toBe(whole);
        expect(out.at(-1)).toEqual(END);
      },
    ),
  );
});

test.each<[string, AgentChunk[], AgentChunk[]]>([
  ['another text', [START, text('It is')], [START, text('It was'), END]],
  ['a shorter text', [START, text('It is')], [START, text('It'), END]],
  ['a longer text', [START, text('It'), END], [START, text('It is'), END]],
  ['fewer parts', [START, text('It'), END, START], [START, text('It'), END]],
  ['another kind of part', [START], [{ type: 'reasoning-start', id: '1' }]],
  ['a text of another part', [START, text('It')], [START, { ...text('It'), id: '2' }]],
  [
    'other metadata',
    [{ ...END, providerMetadata: { p: { id: 'a' } } }],
    [{ ...END, providerMetadata: { p: { id: 'b' } } }],
  ],
  [
    'the call of another tool',
    [{ type: 'tool-input-start', toolCallId: 'a' }],
    [{ type: 'tool-input-start', toolCallId: 'b' }],
  ],
])('%s is another answer', (_, written, said) => {
  expect(rewrite(written, said)).toBeNull();
});

test('chunks of the provider need not be the same: those that are there stay, and later ones follow', () => {
  const written = [raw(1), START, raw(2), text('It ')];
  const said = [raw(7), START, raw(8), text('It is'), raw(9), END];
  expect(rewrite(written, said)).toEqual([...written, text('is'), raw(9), END]);
});
