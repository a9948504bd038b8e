/**
 * Tokens are unique over all databases: the database that a token's digest names has a note of who holds it, a run with
 * the token as its key. The note is written before the hook. It counts as long as its holder may still open the hook,
 * or has it open, and is replaced afterwards by comparing and swapping the key.
 */
import { createHash } from 'node:crypto';
import type { RunId } from '../../contract/ids.ts';
import type { HookCreated } from '../../journal/events.ts';
import type { NewRun, TokenConflict, World } from '../world.ts';
import { INTERNAL, toCreated, toEndedRun, toInternalId } from './internal-runs.ts';

/** A holder whose run was not created within this time never will be. */
const CREATION_MS = 60_000;

/** Who is about to hold a token, or holds it. */
interface Note {
  id: RunId;
  token: string;
  holder: RunId;
  /** The length of the holder's journal when it asked; 0: it was about to be created. */
  afterSeq: number;
  at: number;
}

/** The databases of a store. */
export interface NotePlaces {
  worldOf(runId: RunId): World;
  /** The database that has the note of a token. */
  homeOf(token: string): World;
}

/** The number that a text always has, less than `count`. */
export const numberOf = (text: string, count: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE() % count;

/** The notes of all tokens. */
export class TokenNotes {
  readonly #places: NotePlaces;

  constructor(places: NotePlaces) {
    this.#places = places;
  }

  /** Notes a run as the holder of the tokens of hooks that it is about to open. Returns those that others hold. */
  async take(holder: RunId, afterSeq: number, hooks: readonly HookCreated[]): Promise<TokenConflict[]> {
    const conflicts: TokenConflict[] = [];
    for (const { token, call, at } of hooks) {
      const heldBy = await this.#takeOne({ token, holder, afterSeq, at });
      if (heldBy !== null) conflicts.push({ call, token, heldBy });
    }
    return conflicts;
  }

  /** Forgets that a run holds tokens, whose hooks are closed. */
  async forget(holder: RunId, tokens: readonly string[]): Promise<void> {
    for (const token of tokens) {
      const note = await this.#find(token);
      if (note?.holder === holder) await this.#places.homeOf(token).deleteRuns([note.id]);
    }
  }

  /** Returns who holds the token; `null`: it was taken for `holder`. */
  async #takeOne(wanted: Omit<Note, 'id'>): Promise<RunId | null> {
    const note: Note = { id: toInternalId('token', wanted.token, wanted.holder, wanted.afterSeq), ...wanted };
    for (let found: Note | null = null; ;) {
      const outcome = await this.#places.homeOf(note.token).createRun(toNoteRun(note, found?.id));
      // It was noted by an earlier try of the same commit.
      if (outcome.ok) return null;
      found = await this.#find(note.token);
      if (found?.id === note.id) return null;
      if (outcome.reason === 'exists' && found === null) return null;
      if (found && found.holder !== note.holder && (await this.#isHeld(found, note.at))) return found.holder;
    }
  }

  async #isHeld({ holder, token, afterSeq, at }: Note, now: number): Promise<boolean> {
    const world = this.#places.worldOf(holder);
    const run = await world.readRun(holder);
    if (!run) return now - at < CREATION_MS || !(await world.createRun(toNeverRun(holder, now))).ok;
    if (run.completedAt !== null) return false;
    // Its commit may be on the way.
    if (run.seq <= afterSeq) return true;
    return (await world.findHook(token))?.runId === holder;
  }

  async #find(token: string): Promise<Note | null> {
    const world = this.#places.homeOf(token);
    const { runs } = await world.listRuns({ key: toKey(token), limit: 1 });
    const [run] = runs;
    const [created] = run ? await world.readJournal(run.runId) : [];
    return created?.type === 'run_created' ? (JSON.parse(created.payload) as Note) : null;
  }
}

const toKey = (token: string): string => `token ${token}`;

const toNoteRun = (note: Note, takesKeyFrom: RunId | undefined): NewRun => ({
  ...toEndedRun(note.id, { at: note.at, payload: JSON.stringify(note), key: toKey(note.token) }),
  ...(takesKeyFrom !== undefined && { takesKeyFrom }),
});

/** Nobody can create this run any more. */
const toNeverRun = (runId: RunId, at: number): NewRun => ({
  runId,
  workflowId: INTERNAL,
  owner: null,
  dueAt: null,
  events: [toCreated({ at, payload: '{}', retentionMs: 0 }), { type: 'run_cancelled', seq: 2, at }],
});
