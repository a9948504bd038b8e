/** Reads the values that step calls refer to. Lists never change, so their texts are kept, up to a limit. */
import type { RunId } from '../contract/ids.ts';
import type { Payload } from '../journal/events.ts';
import type { ReadStored } from '../values/codec.ts';
import { createValueError } from '../values/messages.ts';
import { parseIndexes, parseRanges, type IndexRange, type StoredReference } from '../values/stored-reference.ts';
import type { World } from '../world/world.ts';
import type { AskStore } from './step-appender.ts';

/** Of all texts together, in characters. */
const KEPT_LENGTH_MAX = 8_000_000;
/** The cost of keeping a text besides its characters. */
const TEXT_COST = 64;
/** Texts read in one request. */
const PAGE_TEXTS = 256;

/** Texts that were added to a list of a run. */
export interface ListedTexts {
  stream: string;
  /** Index of the first. */
  first: number;
  texts: readonly Payload[];
}

interface KnownList {
  /** By index. */
  readonly texts: Map<number, Payload>;
  length: number;
  /** The part of its length that is counted in the length of all kept texts. */
  counted: number;
}

/** The lists of all runs that this process has worked with lately. */
export class StoredLists {
  readonly #world: Pick<World, 'readChunks'>;
  /** By run and stream; the one that was used last is last. */
  readonly #kept = new Map<string, KnownList>();
  #keptLength = 0;

  constructor(world: Pick<World, 'readChunks'>) {
    this.#world = world;
  }

  /**
   * Reads what `references` name, as far as it is not at hand.
   * @param ask Sends a request to the store.
   * @throws `value_stored_missing`, and what `ask` rejects with.
   */
  async load(references: readonly StoredReference[], ask: AskStore): Promise<ReadStored> {
    const lists = new Map<string, KnownList>();
    for (const reference of references) {
      const key = keyOf(reference);
      const list = lists.get(key) ?? this.#find(key);
      lists.set(key, list);
      await this.#complete(list, reference, ask);
      this.#keep(key, list);
    }
    return (reference) => {
      const { texts } = lists.get(keyOf(reference))!;
      return parseIndexes(reference.indexes).map((index) => texts.get(index)!);
    };
  }

  async #complete(list: KnownList, reference: StoredReference, ask: AskStore): Promise<void> {
    for (const { from, to } of parseRanges(reference.indexes)) {
      for (let index = from; index <= to; index += 1) {
        if (!list.texts.has(index)) await this.#readPage(list, reference, { from: index, to }, ask);
      }
    }
  }

  /** Reads the first texts of a range, at least one. */
  async #readPage(list: KnownList, { run, stream }: StoredReference, range: IndexRange, ask: AskStore): Promise<void> {
    const { from, to } = range;
    const count = Math.min(to - from + 1, PAGE_TEXTS);
    const { chunks } = await ask(() => this.#world.readChunks(run as RunId, stream, from, count));
    for (let i = 0; i < count; i += 1) {
      const text = chunks[i];
      if (typeof text !== 'string') throw createValueError('value_stored_missing', { run, stream });
      addText(list, from + i, text);
    }
  }

  /** Keeps texts that have just been stored, so that steps need not read them. */
  add(run: RunId, { stream, first, texts }: ListedTexts): void {
    const key = keyOf({ run, stream });
    const list = this.#find(key);
    for (const [i, text] of texts.entries()) addText(list, first + i, text);
    this.#keep(key, list);
  }

  #find(key: string): KnownList {
    return this.#kept.get(key) ?? { texts: new Map(), length: 0, counted: 0 };
  }

  /** Makes the list the one that was used last, and lets go of those that were not used for long. */
  #keep(key: string, list: KnownList): void {
    this.#drop(key);
    this.#kept.set(key, list);
    list.counted = list.length;
    this.#keptLength += list.counted;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptLength <= KEPT_LENGTH_MAX) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const list = this.#kept.get(key);
    if (!list) return;
    this.#kept.delete(key);
    this.#keptLength -= list.counted;
  }
}

function addText(list: KnownList, index: number, text: Payload): void {
  if (list.texts.has(index)) return;
  list.texts.set(index, text);
  list.length += text.length + TEXT_COST;
}

const keyOf = ({ run, stream }: Pick<StoredReference, 'run' | 'stream'>): string => `${run} ${stream}`;
