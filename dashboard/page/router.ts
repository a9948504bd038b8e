/** Where the page is: a path below its base, and a query. Both live in the address, so that a reload keeps them. */
import { computed, signal } from '@preact/signals';

/** The path below the base of the page, without slashes at its ends, and its query. */
interface Location {
  path: string;
  query: URLSearchParams;
}

const read = (): Location => {
  const base = new URL(document.baseURI).pathname;
  return {
    path: decodeURI(location.pathname.slice(base.length)).replace(/\/+$/, ''),
    query: new URLSearchParams(location.search),
  };
};

const here = signal<Location>(read());
addEventListener('popstate', () => (here.value = read()));

/** The path, such as `runs/wrun_…`. */
export const path = computed(() => here.value.path);
/** The query. */
export const query = computed(() => here.value.query);

/** The address of a path below the base. */
export function addressOf(to: string, params: Record<string, string> = {}): string {
  const search = new URLSearchParams(params).toString();
  return new URL(to + (search && `?${search}`), document.baseURI).pathname + (search && `?${search}`);
}

/** Goes to an address. */
export function go(address: string): void {
  history.pushState(null, '', address);
  here.value = read();
  scrollTo(0, 0);
}

/** Changes the query: an empty value takes a parameter out. The way back skips it. */
export function setQuery(changes: Record<string, string | null>): void {
  const next = new URLSearchParams(here.value.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const search = next.toString();
  history.replaceState(null, '', location.pathname + (search && `?${search}`));
  here.value = read();
}

/** Follows a link within the page. Clicks that open a tab or a window are the browser's. */
export function followLink(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented) return;
  event.preventDefault();
  go((event.currentTarget as HTMLAnchorElement).getAttribute('href')!);
}
