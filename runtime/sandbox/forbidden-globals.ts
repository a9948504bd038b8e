/** Globals whose use throws an error that names the alternative. */
import { defineErrors } from '../contract/errors.ts';
import { SANDBOX_GLOBALS, SANDBOX_MEMBERS, type GlobalEntry } from '../contract/sandbox-globals.ts';

/** The error of every forbidden global. */
export const globalError = defineErrors({
  sandbox_global_unavailable: {
    message: (p: { name: string; reason: string; instead: string }) =>
      `${p.name} is not available in a workflow. ${p.reason}`,
    fix: (p) => p.instead,
  },
});

type Forbidden = GlobalEntry & { kind: 'forbidden' };

const isForbidden = (entry: GlobalEntry): entry is Forbidden => entry.kind === 'forbidden';

/** The forbidden globals by name. Each may be called, constructed and extended; running it throws. */
export function forbiddenGlobals(): Record<string, unknown> {
  return toFunctions(SANDBOX_GLOBALS, (name) => name);
}

/** The forbidden members of `owner` by their own names. */
export function forbiddenMembers(owner: string): Record<string, unknown> {
  const prefix = `${owner}.`;
  return toFunctions(SANDBOX_MEMBERS, (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : null));
}

function toFunctions(entries: readonly GlobalEntry[], toKey: (name: string) => string | null): Record<string, unknown> {
  const functions: Record<string, unknown> = {};
  for (const entry of entries.filter(isForbidden)) {
    for (const name of entry.names) {
      const key = toKey(name);
      if (key !== null) functions[key] = createForbidden(name, entry);
    }
  }
  return functions;
}

/** A function that throws for one of the forbidden names. */
export function forbidGlobal(name: string): () => never {
  const entries = [...SANDBOX_GLOBALS, ...SANDBOX_MEMBERS].filter(isForbidden);
  return createForbidden(
    name,
    entries.find(({ names }) => names.includes(name))!,
  );
}

function createForbidden(name: string, { reason, instead }: Forbidden): () => never {
  function forbidden(): never {
    throw globalError('sandbox_global_unavailable', { name, reason, instead });
  }
  return Object.defineProperty(forbidden, 'name', { value: name.slice(name.lastIndexOf('.') + 1) });
}
