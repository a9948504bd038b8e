/** Finds functions among the exports of a module by their name paths, see `analyze/name-path.ts`. */

type Values = Record<string, unknown>;

/**
 * The function or class that a name path of the source stands for; `null` when nothing outside of the module can have it, as is so with
 * nested functions.
 * @param path `checkout`, `orders/charge` (in an object), `Orders.charge` (static), `Orders#charge` (of instances).
 */
export function findExported(exports: object, path: string): object | null {
  const [root, ...keys] = path.split('/').map(decodeURIComponent);
  const [name, kind, member] = splitMember(root!);
  const found = findByName(exports, name);
  if (kind !== '') return keys.length === 0 ? toFunction(memberOf(found, kind, member)) : null;
  return toFunction(keys.reduce<unknown>((value, key) => (isPlain(value) ? ownMember(value, key) : null), found));
}

/** `Orders.charge` → `Orders`, `.`, `charge`. */
function splitMember(segment: string): [name: string, kind: '.' | '#' | '', member: string] {
  const [, name, kind, member] = /^([^.#]+)([.#])(.+)$/.exec(segment) ?? [];
  return kind === undefined ? [segment, '', ''] : [name!, kind as '.' | '#', member!];
}

/** Functions keep their own names, whatever names they are exported under; other values have only those. */
function findByName(exports: object, name: string): unknown {
  const values = Object.entries(allExports(exports));
  const byOwnName = values.find(([, value]) => typeof value === 'function' && value.name === name);
  return (byOwnName ?? values.find(([key, value]) => key === name && isPlain(value)))?.[1];
}

/** An `import` of a CommonJS module may have all of its exports in `default` only. */
function allExports(exports: object): Values {
  const { default: inner } = exports as { default?: unknown };
  return { ...(isPlain(inner) && inner), ...exports };
}

function memberOf(found: unknown, kind: '.' | '#', member: string): unknown {
  if (typeof found !== 'function') return null;
  return ownMember(kind === '.' ? found : (found.prototype as object), member);
}

/** A getter is none: it is no function that could be passed, and reading it may do anything. */
function ownMember(holder: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

const toFunction = (value: unknown): object | null => (typeof value === 'function' ? value : null);

function isPlain(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
