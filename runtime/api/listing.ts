/** Lists that give one page when awaited and all entries when iterated. */

/** Some entries, under their name, and the cursor of the next page; `null`: this is the last page. */
export type Page<Name extends string, Item> = { [Key in Name]: Item[] } & { cursor: string | null };

/**
 * A list. `await` gives one page; `for await` gives the entries of this page and of all pages after it, each read when
 * the loop gets there. An error rejects the promise, or ends the loop.
 */
export type Listing<Name extends string, Item> = Promise<Page<Name, Item>> & AsyncIterable<Item>;

/** Reads one page. Without a cursor: the first page. */
export type PageReader<Item> = (cursor?: string) => Promise<{ items: Item[]; cursor: string | null }>;

/**
 * Makes a list.
 * @param open Checks the options and returns the reader of the pages. Called at once.
 */
export function createListing<Name extends string, Item>(
  name: Name,
  open: () => Promise<PageReader<Item>>,
): Listing<Name, Item> {
  const opening = open();
  const readPage = async (after?: string): Promise<Page<Name, Item>> => {
    const { items, cursor } = await (await opening)(after);
    return { [name]: items, cursor } as Page<Name, Item>;
  };
  const first = readPage();
  async function* iterate(): AsyncGenerator<Item, void, void> {
    for (let page = await first; ; page = await readPage(page.cursor)) {
      yield* page[name];
      if (page.cursor === null) return;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
}
