/** Pages and options of the views of `getWorld()`. */
import { oneOf, pageOptions, readOptions, type Option, type PageOptions } from '../values/read-options.ts';

/** Some entries, and the cursor of the next page. */
export interface WorldPage<Item> {
  data: Item[];
  /** `undefined`: this is the last page. */
  cursor: string | undefined;
  hasMore: boolean;
}

/** Options that all views take. */
export interface ReadOptions {
  /** `'none'` leaves out arguments, results and payloads, which is much faster in lists of runs. Default `'all'`. */
  resolveData?: 'all' | 'none';
}

/** Options of lists. */
export interface WorldListOptions extends ReadOptions {
  /** At most 1,000 entries. Default: 50, from the first one on. */
  pagination?: { limit?: number | undefined; cursor?: string | undefined } | undefined;
}

/** The check of {@link ReadOptions.resolveData}. */
export const resolveData: Option<'all' | 'none'> = oneOf(['all', 'none']);

/** The check of {@link WorldListOptions.pagination}. */
export const pagination: Option<PageOptions> = {
  expected: 'an object with limit and cursor',
  read: (given) => (typeof given === 'object' && given !== null ? readOptions('list', given, pageOptions) : undefined),
};

/** {@link WorldListOptions} after their check. */
export interface CheckedListOptions extends ReadOptions {
  pagination?: PageOptions;
}

/** Makes a page of one of the lists of `workflow/api`. */
export const toWorldPage = <Item>(data: Item[], cursor: string | null): WorldPage<Item> => ({
  data,
  cursor: cursor ?? undefined,
  hasMore: cursor !== null,
});
