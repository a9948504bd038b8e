/** One list out of the lists of several databases. */
import type { World } from '../world.ts';
import { worldError } from '../messages.ts';

/** A page of one database. */
interface Page<Entry> {
  entries: Entry[];
  cursor: string | null;
}

/** How to list and order entries. */
export interface MergedList<Entry> {
  limit: number;
  cursor: string | undefined;
  list(world: World, limit: number, cursor: string | undefined): Promise<Page<Entry>>;
  /** The place of an entry among those of all databases: a text of its own, and the greatest comes first. */
  orderOf(entry: Entry): string;
  /** Entries that the list leaves out. */
  isHidden(entry: Entry): boolean;
}

/** Where a list goes on in one database: with the page at `cursor` (absent: the first one). `isDone`: nowhere. */
interface Resume {
  cursor?: string;
  isDone?: true;
}

/** Merges the lists of databases. @throws `world_cursor_invalid`. */
export async function mergeLists<Entry>(worlds: readonly World[], list: MergedList<Entry>): Promise<Page<Entry>> {
  const { last, places } = readPosition(list.cursor, worlds.length);
  const sources = await Promise.all(worlds.map((world, i) => Source.open(world, list, { place: places[i]!, last })));
  const entries: Entry[] = [];
  while (entries.length < list.limit) {
    const next = first(sources, list);
    if (!next) break;
    entries.push(await next.take());
  }
  if (first(sources, list) === null) return { entries, cursor: null };
  const end = entries.at(-1);
  const next = await Promise.all(sources.map((source) => source.findPlace()));
  const position = { last: end ? list.orderOf(end) : last, places: next };
  return { entries, cursor: writePosition(position) };
}

function first<Entry>(sources: readonly Source<Entry>[], { orderOf }: MergedList<Entry>): Source<Entry> | null {
  let best: Source<Entry> | null = null;
  for (const source of sources) {
    if (source.head === undefined) continue;
    if (best === null || orderOf(source.head) > orderOf(best.head!)) best = source;
  }
  return best;
}

/** The list of one database. */
class Source<Entry> {
  readonly #world: World;
  readonly #list: MergedList<Entry>;
  /** Of the page that is read now. */
  #place: Resume;
  #page: Page<Entry> = { entries: [], cursor: null };
  /** How many entries of the page were listed or left out. */
  #taken = 0;

  private constructor(world: World, list: MergedList<Entry>, place: Resume) {
    this.#world = world;
    this.#list = list;
    this.#place = place;
  }

  /** @param options.last The order of the entry that was listed last; `undefined`: none was. */
  static async open<Entry>(
    world: World,
    list: MergedList<Entry>,
    { place, last }: { place: Resume; last: string | undefined },
  ): Promise<Source<Entry>> {
    const source = new Source(world, list, place);
    if (place.isDone) return source;
    await source.#read();
    // On the first page: what is newer than the list has come since it began.
    if (last !== undefined && place.cursor === undefined)
      while (source.head !== undefined && list.orderOf(source.head) > last) await source.take();
    return source;
  }

  get head(): Entry | undefined {
    return this.#page.entries[this.#taken];
  }

  async take(): Promise<Entry> {
    const entry = this.head!;
    this.#taken += 1;
    await this.#skip();
    return entry;
  }

  /** Leaves out what is hidden, and goes on to the next page at the end of one. */
  async #skip(): Promise<void> {
    while (this.head !== undefined && this.#list.isHidden(this.head)) this.#taken += 1;
    if (this.head !== undefined || this.#place.isDone) return;
    this.#place = this.#page.cursor === null ? { isDone: true } : { cursor: this.#page.cursor };
    if (!this.#place.isDone) await this.#read();
  }

  async #read(): Promise<void> {
    this.#page = await this.#ask(this.#list.limit);
    this.#taken = 0;
    await this.#skip();
  }

  #ask(limit: number): Promise<Page<Entry>> {
    return this.#list.list(this.#world, limit, this.#place.cursor);
  }

  /** Where the list goes on: the database has cursors only for the ends of pages, so it is asked for a shorter one. */
  async findPlace(): Promise<Resume> {
    if (this.#taken === 0 || this.#place.isDone) return this.#place;
    const { orderOf } = this.#list;
    const last = orderOf(this.#page.entries[this.#taken - 1]!);
    for (let limit = this.#taken, tries = 1; ; tries++) {
      const page = await this.#ask(limit);
      const end = page.entries.at(-1);
      if (page.cursor === null) return { isDone: true };
      if (tries === TRIES_MAX || (end && orderOf(end) === last)) return { cursor: page.cursor };
      // Entries came, or went, meanwhile.
      const at = page.entries.findIndex((entry) => orderOf(entry) === last);
      limit = at === -1 ? limit + 1 : at + 1;
    }
  }
}

const TRIES_MAX = 100;

/** Where a merged list goes on. */
interface Position {
  /** The order of the entry that was listed last. */
  last: string | undefined;
  places: Resume[];
}

const writePosition = (position: Position): string => `m${Buffer.from(JSON.stringify(position)).toString('base64url')}`;

function readPosition(cursor: string | undefined, count: number): Position {
  if (cursor === undefined) return { last: undefined, places: Array.from({ length: count }, () => ({})) };
  const position = cursor.startsWith('m') ? parsePosition(cursor.slice(1)) : null;
  if (!position || position.places.length > count) throw worldError('world_cursor_invalid', { cursor });
  const { last, places } = position;
  // A database that has come since has nothing old.
  return {
    last,
    places: [...places, ...Array.from({ length: count - places.length }, () => ({ isDone: true as const }))],
  };
}

function parsePosition(text: string): Position | null {
  try {
    const position = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Position> | null;
    return Array.isArray(position?.places) ? { last: position.last, places: position.places } : null;
  } catch {
    return null;
  }
}
