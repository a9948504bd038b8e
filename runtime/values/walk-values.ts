/**
 * Walks through a value as encoding does, for two tasks that devalue does not do: to find bodies that must be read
 * first, and to find the path to a bad part.
 */
import { isStorableClass, WORKFLOW_SERIALIZE } from './class-registry.ts';

/** How a part is reached from its owner, as JavaScript: `.name`, `[0]`, `.get("key")`. */
type Segment = string;

/** A part of an object, and how it is reached. `get` reads it and may throw. */
interface Part {
  segment: Segment;
  get(): unknown;
}

/** The end of a walk: the value that was looked for, or a part that threw when it was read. */
export interface Found {
  path: string;
  thrown?: unknown;
}

/**
 * Visits `root` and everything in it, each object once. Stops at the first value for which `stop` is true, or that
 * cannot be read.
 */
export function findValue(root: unknown, stop: (value: unknown) => boolean): Found | null {
  const seen = new Set<object>();
  const open: { value: unknown; path: string }[] = [{ value: root, path: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (stop(value)) return { path };
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const inside: typeof open = [];
    try {
      for (const part of partsOf(value)) {
        const at = path + part.segment;
        try {
          inside.push({ value: part.get(), path: at });
        } catch (thrown) {
          return { path: at, thrown };
        }
      }
    } catch (thrown) {
      return { path, thrown };
    }
    open.push(...inside.toReversed());
  }
  return null;
}

function* partsOf(owner: object): Generator<Part> {
  if (isStorableClass(owner.constructor)) {
    const cls = owner.constructor;
    yield { segment: '', get: () => cls[WORKFLOW_SERIALIZE](owner) };
    return;
  }
  const tag = Object.prototype.toString.call(owner);
  if (tag === '[object Map]') yield* partsOfMap(owner as Map<unknown, unknown>);
  else if (tag === '[object Set]') yield* partsOfSet(owner as Set<unknown>);
  else if (tag === '[object FormData]') yield* partsOfForm(owner as FormData);
  else if (!ArrayBuffer.isView(owner)) yield* partsOfRecord(owner);
}

function* partsOfMap(map: Map<unknown, unknown>): Generator<Part> {
  for (const [key, value] of map) {
    yield { segment: '.keys()', get: () => key };
    yield { segment: `.get(${typeof key === 'object' && key !== null ? '…' : formatKey(key)})`, get: () => value };
  }
}

function* partsOfSet(set: Set<unknown>): Generator<Part> {
  for (const value of set) yield { segment: '.values()', get: () => value };
}

function* partsOfForm(form: FormData): Generator<Part> {
  for (const [name, value] of form) yield { segment: `.get(${JSON.stringify(name)})`, get: () => value };
}

function* partsOfRecord(owner: object): Generator<Part> {
  const keys = owner instanceof Error ? [...Object.keys(owner), 'cause', 'errors'] : Object.keys(owner);
  for (const key of keys) {
    if (!Object.hasOwn(owner, key)) continue;
    const get = () => (owner as Record<string, unknown>)[key];
    yield { segment: Array.isArray(owner) ? `[${key}]` : formatProperty(key), get };
  }
}

const formatKey = (key: unknown): string => (typeof key === 'string' ? JSON.stringify(key) : String(key));

const formatProperty = (key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
