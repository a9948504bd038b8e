import { afterEach, describe, expect, it } from 'vitest';
import type { JournalEvent } from '../journal/events.ts';
import { firstBytesOf } from '../world/journal-bytes.ts';
import { MemoryBudget } from '../world/memory-budget.ts';
import { eachPage, type JournalSource } from './journal-pages.ts';

const memory = new MemoryBudget(1_000_000);
const toEvents = (count: number, payload = 'x'.repeat(10_000)): JournalEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    type: 'step_completed',
    seq: i + 1,
    at: 1,
    call: i,
    attempt: 1,
    startedAt: 1,
    payload,
  }));

/** A store with these events, which notes the bytes that it was asked for. */
function sourceOf(journal: readonly JournalEvent[], lastSeq = journal.length) {
  const asked: number[] = [];
  const source: JournalSource = {
    memory,
    lastSeq,
    async readJournal(afterSeq, bytesMax) {
      asked.push(bytesMax);
      const rest = journal.filter(({ seq }) => seq > afterSeq);
      return { kind: 'answer', value: firstBytesOf(rest, bytesMax) };
    },
  };
  return { source, asked };
}

/** Reads all pages. @returns How it ended, and the numbers of the events. */
async function readAll(source: JournalSource, afterSeq = 0) {
  const seqs: number[] = [];
  const end = await eachPage(source, afterSeq, (events) => seqs.push(...events.map(({ seq }) => seq)) > 0);
  return { end, seqs };
}

afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  expect(memory.heldBytes).toBe(0);
});

describe('the pages of a journal', () => {
  it('have every event once, in order, and grow', async () => {
    const { source, asked } = sourceOf(toEvents(100));
    const { end, seqs } = await readAll(source, 3);
    expect(end).toBe('whole');
    expect(seqs).toEqual(
      toEvents(100)
        .map(({ seq }) => seq)
        .slice(3),
    );
    expect(asked.slice(0, 4)).toEqual([65_536, 131_072, 262_144, 524_288]);
  });

  it('end at the last event that is wanted: later ones are of another owner', async () => {
    await expect(readAll(sourceOf(toEvents(20), 5).source)).resolves.toEqual({ end: 'whole', seqs: [1, 2, 3, 4, 5] });
  });

  it('say when events are missing between two of them, or at the end', async () => {
    const holed = toEvents(30).filter(({ seq }) => seq !== 8);
    await expect(readAll(sourceOf(holed, 30).source)).resolves.toMatchObject({ end: 'lost' });
    await expect(readAll(sourceOf(toEvents(3), 9).source)).resolves.toEqual({ end: 'lost', seqs: [1, 2, 3] });
  });

  it('give their memory back when nobody wants more of them, and when work or store fail', async () => {
    const { source } = sourceOf(toEvents(100));
    await expect(eachPage(source, 0, () => false)).resolves.toBe('stopped');
    await expect(eachPage(source, 0, () => Promise.reject(new Error('diverged')))).rejects.toThrow('diverged');
    let reads = 0;
    const readJournal: JournalSource['readJournal'] = (...range) =>
      ++reads === 2 ? Promise.reject(new Error('no key')) : source.readJournal(...range);
    await expect(readAll({ ...source, readJournal })).rejects.toThrow('no key');
    const gone: JournalSource = { ...source, readJournal: async () => ({ kind: 'given_up' }) };
    await expect(readAll(gone)).resolves.toEqual({ end: 'given_up', seqs: [] });
  });
});
