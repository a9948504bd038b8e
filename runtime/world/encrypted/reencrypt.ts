/**
 * Brings all values of a store into the form that this process gives new ones: encrypted with the first key, or plain
 * without one. Workers may run meanwhile, and it may be stopped and begun anew at any time.
 */
import { runtimeError } from '../../contract/runtime-errors.ts';
import type { RunId } from '../../contract/ids.ts';
import type { JournalEvent } from '../../journal/events.ts';
import type { Chunk, ValueChange, World } from '../world.ts';
import {
  isHead,
  isInPlace,
  openGroup,
  resealGroup,
  toMember,
  type GroupMember,
  type OpenGroup,
} from './chunk-groups.ts';
import type { KeyRing } from './key-ring.ts';
import { noteNoPlainValues } from './plain-values.ts';
import { hasNewForm, keyIdOf, open, seal, Unreadable, type ValuePlace } from './value-cipher.ts';
import { changeContent, changeEvent, changeHook, changeReceipt, chunkPlace, type ChangeValue } from './value-places.ts';

/** The outcome of one time through a store. */
export interface ReencryptedValues {
  /** How many runs the store has. */
  runs: number;
  /** The name of the key that all values that can be read have now; `null`: they are plain. */
  keyId: string | null;
  /** The names of all other keys of this process. */
  otherKeyIds: string[];
  /** How many values were brought into the new form. */
  rewritten: number;
  /**
   * How many values cannot be read with the keys of this process, by the name of their key. They stay as they are. The
   * empty name stands for plain values of a store whose values are all encrypted.
   */
  unreadable: Map<string, number>;
  /** All values are encrypted with `keyId`, and the store has noted it: it takes no plain ones any more. */
  isNoted: boolean;
}

/** How to go through a store. */
export interface ReencryptOptions {
  /** Called from time to time with the number of runs so far. */
  onProgress?: (runs: number) => void;
  /** Encrypts plain values, too, that would be refused. Default: false. */
  trustsPlain?: boolean;
}

const RUNS_PER_PAGE = 100;
const CHUNKS_PER_PAGE = 64;
/** Values are rewritten in requests of about so many characters, so that no request holds up the others for long. */
const BATCH_LENGTH = 500_000;
/** A record counts as so many characters besides its values. */
const RECORD_COST = 500;

/**
 * Goes through all runs once. It may not see values that other processes write meanwhile: begin it when all of them
 * have the new first key, and repeat it until `rewritten` is 0.
 * @param store The World below the encryption; it is open.
 * @throws `encryption_keys_missing`.
 */
export async function reencrypt(
  store: World,
  ring: KeyRing,
  { onProgress, trustsPlain = false }: ReencryptOptions = {},
): Promise<ReencryptedValues> {
  if (ring.isEmpty) throw runtimeError('encryption_keys_missing', {});
  const keys = trustsPlain ? ring.copy(false) : ring;
  const pass = new Pass(store, keys);
  let runs = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.listRuns({ limit: RUNS_PER_PAGE, ...(cursor !== undefined && { cursor }) });
    for (const { runId } of page.runs) await pass.rewriteRun(runId);
    runs += page.runs.length;
    onProgress?.(runs);
    ({ cursor } = page);
  }
  const { rewritten, unreadable } = pass.counts;
  const isNoted = keys.first !== null && rewritten === 0 && unreadable.size === 0;
  if (isNoted) await noteNoPlainValues(store, keys);
  const keyId = keys.first?.id ?? null;
  return { runs, keyId, otherKeyIds: keys.others.map(({ id }) => id), rewritten, unreadable, isNoted };
}

/** One pass through a store. */
class Pass {
  readonly counts: Pick<ReencryptedValues, 'rewritten' | 'unreadable'> = { rewritten: 0, unreadable: new Map() };
  readonly #store: World;
  readonly #keys: KeyRing;
  #batch: ValueChange[] = [];
  #batchLength = 0;
  /** The group of the chunk before, if its form changes. */
  #group: OpenGroup | null = null;

  constructor(store: World, keys: KeyRing) {
    this.#store = store;
    this.#keys = keys;
  }

  async rewriteRun(runId: RunId): Promise<void> {
    for (const before of await this.#store.readJournal(runId)) {
      await this.#rewrite(runId, () => ({ kind: 'event', before, after: changeEvent(before, this.#formOf(runId)) }));
    }
    // The inbox after the journal: a message that moves on meanwhile is encrypted anew by its reader.
    for (const before of await this.#store.readInbox(runId)) {
      await this.#rewrite(runId, () => {
        const content = changeContent(before.content, this.#formOf(runId), before.n);
        return { kind: 'message', before, after: { ...before, content } };
      });
    }
    await this.#rewriteHooks(runId);
    for (const { token, receipt: before } of await this.#store.listReceipts(runId)) {
      await this.#rewrite(runId, () => {
        const after = changeReceipt(token, before, this.#formOf(runId));
        return { kind: 'receipt', token, before, after };
      });
    }
    for (const { stream, nextIndex } of await this.#store.listStreams(runId)) {
      await this.#rewriteStream(runId, stream, nextIndex);
    }
    await this.#flush(runId);
  }

  async #rewriteHooks(runId: RunId): Promise<void> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await this.#store.listHooks({
        runId,
        limit: RUNS_PER_PAGE,
        ...(cursor !== undefined && { cursor }),
      });
      for (const before of page.hooks) {
        await this.#rewrite(runId, () => ({ kind: 'hook', before, after: changeHook(before, this.#formOf(runId)) }));
      }
      ({ cursor } = page);
    }
  }

  async #rewriteStream(runId: RunId, stream: string, end: number): Promise<void> {
    this.#group = null;
    for (let from = 0; from < end;) {
      // Not beyond `end`: of a group that was appended meanwhile the page could have a part.
      const limit = Math.min(CHUNKS_PER_PAGE, end - from);
      const { chunks } = await this.#store.readChunks(runId, stream, from, limit, BATCH_LENGTH);
      if (chunks.length === 0) return;
      for (const [i, before] of chunks.entries()) {
        const member = before === null ? null : toMember(before);
        const place = chunkPlace(runId, stream, from + i);
        const make = (): ValueChange => {
          const after = member ? this.#toFormInGroup(place, before!, member) : this.#toForm(place, before!);
          return { kind: 'chunk', stream, index: from + i, before: before!, after };
        };
        if (before !== null) await this.#rewrite(runId, make, member !== null && member.n > 0);
      }
      from += chunks.length;
    }
  }

  /** The form of a chunk of a group. Only the first one is encrypted, but the others need it while they are. */
  #toFormInGroup(place: ValuePlace, stored: Chunk, member: GroupMember): Chunk {
    const { first } = this.#keys;
    const { n } = member;
    if (isHead(stored) && !hasNewForm(this.#keys, place, stored)) this.#group = openGroup(this.#keys, place, stored);
    if (this.#group?.name !== member.group || (n > 0 && first !== null)) return stored;
    if (!isInPlace(this.#group, member, place.number!)) return this.#leave(stored);
    const { name, chunks } = this.#group;
    if (chunks instanceof Unreadable) return n > 0 ? stored : this.#leave(stored);
    this.counts.rewritten += 1;
    return first === null ? chunks[n]! : resealGroup(first, place, { name, chunks });
  }

  #formOf(runId: RunId): ChangeValue {
    return (value, at, number) => this.#toForm({ runId, at, number }, value) as string;
  }

  /** The value as this process would store it now. */
  #toForm(place: ValuePlace, stored: Chunk): Chunk {
    if (hasNewForm(this.#keys, place, stored)) return stored;
    const value = open(this.#keys, place, stored);
    if (value instanceof Unreadable) return this.#leave(stored);
    this.counts.rewritten += 1;
    return seal(this.#keys, place, value);
  }

  /** Counts a value that cannot be read. It stays as it is. */
  #leave(stored: Chunk): Chunk {
    const name = keyIdOf(stored) ?? '';
    this.counts.unreadable.set(name, (this.counts.unreadable.get(name) ?? 0) + 1);
    return stored;
  }

  /**
   * @param make Makes the change; it is stored if one of its values gets another form.
   * @param joins It is stored together with the change before it.
   */
  async #rewrite(runId: RunId, make: () => ValueChange, joins = false): Promise<void> {
    const { rewritten } = this.counts;
    const change = make();
    if (this.counts.rewritten === rewritten) return;
    if (!joins && this.#batchLength >= BATCH_LENGTH) await this.#flush(runId);
    this.#batch.push(change);
    this.#batchLength += RECORD_COST + lengthOf(change);
  }

  async #flush(runId: RunId): Promise<void> {
    if (this.#batch.length === 0) return;
    const changes = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    await this.#store.rewriteValues(runId, changes);
  }
}

function lengthOf(change: ValueChange): number {
  if (change.kind === 'chunk') return change.before.length;
  if (change.kind === 'event') return (change.before as JournalEvent & { payload?: string }).payload?.length ?? 0;
  return 0;
}
