/** The form of every list: awaited it is one page, iterated it is everything. */

/** Some entries, under the name of what they are, and where the next page begins; `null`: this was the last one. */
export type Page<Name extends string, Item> = { [Key in Name]: Item[] } & { cursor: string | null };

/**
 * `await` gives one page, `for await` the entries of this page and of all that follow; further pages are read when the
 * loop gets there. An error rejects the promise, and ends the loop with it.
 */
export type Listing<Name extends string, Item> = Promise<Page<Name, Item>> & AsyncIterable<Item>;

/** Reads one page. Without a cursor: the first one. */
export type PageReader<Item> = (cursor?: string) => Promise<{ items: Item[]; cursor: string | null }>;

/** @param open Checks the options and gives the reader of their pages. Called at once. */
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
