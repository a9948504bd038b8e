/** Finds functions among a module's exports by their name path, see `analyze/name-path.ts`. */

type Values = Record<string, unknown>;

/**
 * The function or class with a name path, or `null` when it is not reachable from outside the module, such as a nested
 * function.
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

/** Functions are found by their own name, whatever they are exported as; other values only by their export name. */
function findByName(exports: object, name: string): unknown {
  const values = Object.entries(allExports(exports));
  const byOwnName = values.find(([, value]) => typeof value === 'function' && value.name === name);
  return (byOwnName ?? values.find(([key, value]) => key === name && isPlain(value)))?.[1];
}

/** After `import`, a CommonJS module may have all exports inside `default`. */
function allExports(exports: object): Values {
  const { default: inner } = exports as { default?: unknown };
  return { ...(isPlain(inner) && inner), ...exports };
}

function memberOf(found: unknown, kind: '.' | '#', member: string): unknown {
  if (typeof found !== 'function') return null;
  return ownMember(kind === '.' ? found : (found.prototype as object), member);
}

/** Getters are skipped: they are not functions to pass, and reading one may have effects. */
function ownMember(holder: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

const toFunction = (value: unknown): object | null => (typeof value === 'function' ? value : null);

function isPlain(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
