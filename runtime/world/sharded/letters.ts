/**
 * Effects of a commit on runs of other databases. The commit stores them as a letter in its own database: a run that is
 * due. Whoever claims it carries the letter out in the other database, in one transaction with a receipt that has the
 * same id, so that it happens once however often it is tried. Then the letter ends.
 */
import type { JournalEvent } from '../../journal/events.ts';
import type { RunId } from '../../contract/ids.ts';
import type { Chunk, NewRun, Outbox, StreamAppend, World } from '../world.ts';
import { INTERNAL, toCreated, toEndedRun, toInternalId } from './internal-runs.ts';

/** After this time a worker carries out a letter that its writer has not. */
const WRITER_MS = 5_000;
/** Receipts outlive every letter that could be carried out a second time. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The effects of one commit on the runs of one database. */
export interface Letter {
  id: RunId;
  /** The number of the database. */
  to: number;
  at: number;
  outbox: Outbox;
  appends: readonly StreamAppend[];
}

/** All that a new run or a commit does to others. */
export interface Effects {
  runId: RunId;
  epoch: number;
  events: readonly JournalEvent[];
  outbox?: Outbox;
  appends?: readonly StreamAppend[];
}

/** The part of the effects for the database of the run itself, and letters for the others. */
export interface SplitEffects {
  outbox?: Outbox;
  appends?: readonly StreamAppend[];
  letters: Letter[];
}

/** Splits effects by database. @param spread Which database a run is in. */
export function splitEffects(effects: Effects, { placeOf }: { placeOf(runId: RunId): number }): SplitEffects {
  const { runId, outbox = { runs: [], messages: [] }, appends = [] } = effects;
  const home = placeOf(runId);
  const of = (place: number) => {
    const isThere = ({ runId: other }: { runId: RunId }): boolean => placeOf(other) === place;
    return {
      outbox: { runs: outbox.runs.filter(isThere), messages: outbox.messages.filter(isThere) },
      appends: appends.filter(isThere),
    };
  };
  const others = [...outbox.runs, ...outbox.messages, ...appends].map((one) => placeOf(one.runId));
  const places = [...new Set(others)].filter((place) => place !== home);
  if (places.length === 0)
    return { letters: [], ...(effects.outbox && { outbox }), ...(appends.length > 0 && { appends }) };
  const letters = places.map((to) => toLetter(effects, to, of(to)));
  const own = of(home);
  return {
    outbox: { runs: [...own.outbox.runs, ...letters.map(toRun)], messages: own.outbox.messages },
    ...(own.appends.length > 0 && { appends: own.appends }),
    letters,
  };
}

function toLetter({ runId, epoch, events }: Effects, to: number, content: Pick<Letter, 'outbox' | 'appends'>): Letter {
  const at = Math.max(0, ...content.outbox.messages.map((message) => message.at), ...events.map((event) => event.at));
  const id = toInternalId('letter', runId, epoch, events[0]?.seq ?? 0, to, toPayload({ to, at, ...content }));
  return { id, to, at, ...content };
}

const toRun = (letter: Letter): NewRun => ({
  runId: letter.id,
  workflowId: INTERNAL,
  owner: null,
  dueAt: letter.at + WRITER_MS,
  events: [toCreated({ at: letter.at, payload: toPayload(letter), retentionMs: KEPT_MS })],
});

/** Bytes are not JSON. */
type StoredChunk = string | { base64: string };
const toStored = (chunk: Chunk): StoredChunk =>
  typeof chunk === 'string' ? chunk : { base64: Buffer.from(chunk).toString('base64') };
const fromStored = (chunk: StoredChunk): Chunk =>
  typeof chunk === 'string' ? chunk : new Uint8Array(Buffer.from(chunk.base64, 'base64'));

const toPayload = ({ to, at, outbox, appends }: Omit<Letter, 'id'>): string =>
  JSON.stringify({
    to,
    at,
    outbox,
    appends: appends.map((append) => ({ ...append, chunks: append.chunks.map(toStored) })),
  });

type StoredLetter = Omit<Letter, 'id' | 'appends'> & {
  appends: (Omit<StreamAppend, 'chunks'> & { chunks: StoredChunk[] })[];
};

/** The letter of a run that {@link splitEffects} made. */
export function readLetter(id: RunId, journal: readonly JournalEvent[]): Letter {
  const [created] = journal;
  if (created?.type !== 'run_created') throw new Error(`${id} has no beginning.`);
  const { appends, ...letter } = JSON.parse(created.payload) as StoredLetter;
  return { id, ...letter, appends: appends.map((one) => ({ ...one, chunks: one.chunks.map(fromStored) })) };
}

/** Carries a letter out, unless it was carried out before. */
export async function carryOut(letter: Letter, worlds: readonly World[]): Promise<void> {
  const { id, to, at, outbox, appends } = letter;
  const receipt = toEndedRun(id, { at, payload: '{}', retentionMs: KEPT_MS });
  await worlds[to]!.createRun({ ...receipt, outbox, ...(appends.length > 0 && { appends }) });
}
