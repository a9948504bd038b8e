/**
 * Whether a plain value of a store may be one. `reencrypt` notes in the store that it has found none. From then on,
 * whoever puts a plain value there has no key.
 *
 * The note is encrypted for the secret of its store, so nobody makes one without a key. It can be deleted: `only` in
 * front of the keys does without it. It is kept where bundles are kept, under a name that no bundle has.
 */
import type { BuildId } from '../../contract/ids.ts';
import type { World } from '../world.ts';
import type { KeyRing } from './key-ring.ts';
import { keyIdOf, open, seal, Unreadable, type ValuePlace } from './value-cipher.ts';

const NAME = 'workflow_encryption' as BuildId;
const NO_PLAIN_VALUES = 'no plain values';
/** In the place of a note that holds no more. */
const WITHDRAWN = 'withdrawn';

/** A note that another process has made is seen after so long. */
const NOTE_READ_MS = 60_000;

/** Keeps a ring of keys at what the note of its store says. */
export class NoteReader {
  readonly #store: World;
  readonly #keys: KeyRing;
  #readAt = performance.now();

  constructor(store: World, keys: KeyRing) {
    this.#store = store;
    this.#keys = keys;
  }

  get isOld(): boolean {
    return performance.now() - this.#readAt > NOTE_READ_MS;
  }

  /** Finds out whether plain values of the store count. A process that is to store such values withdraws the note. */
  async read(): Promise<void> {
    this.#readAt = performance.now();
    const keys = this.#keys;
    if (keys.refusesPlain) return;
    const hasNone = await hasNoPlainValues(this.#store, keys);
    const makesPlain = keys.first === null && !keys.isEmpty;
    if (hasNone && makesPlain) await withdrawNote(this.#store);
    keys.acceptsPlain = !hasNone || makesPlain;
  }
}

async function hasNoPlainValues(store: World, keys: KeyRing): Promise<boolean> {
  const note = await store.loadStepCode(NAME);
  const keyId = note === null ? null : keyIdOf(note);
  if (keyId === null) return false;
  // Who lacks the key believes it: to refuse a value loses nothing, and to store a plain one could.
  return !keys.find(keyId) || !(open(keys, await placeIn(store), note!) instanceof Unreadable);
}

/** Notes that the store has no plain value. Needs a first key. Idempotent. */
export async function noteNoPlainValues(store: World, keys: KeyRing): Promise<void> {
  await save(store, seal(keys, await placeIn(store), NO_PLAIN_VALUES));
}

/** The store gets plain values from now on. Others see it after a minute, and park runs with such values until then. */
export const withdrawNote = (store: World): Promise<void> => save(store, WITHDRAWN);

const save = (store: World, note: string): Promise<void> =>
  store.saveBundle({ buildId: NAME, code: '', map: null }, { contracts: {}, code: note });

const placeIn = async (store: World): Promise<ValuePlace> => ({
  runId: await store.readSecret(),
  at: 'note of the store',
  isStable: true,
});
