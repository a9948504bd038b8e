/**
 * A promise that workflow code leaves rejected for a while is no unhandled rejection: whether anybody awaits it is
 * known only when the run ends, and that may be days later. Node reports such promises like any other, to all listeners
 * and with the end of the process; the only place where they can be told apart before is `process.emit`.
 */
const realmPrototypes = new WeakSet<object>();
const REPORTS: Readonly<Record<string, number>> = { unhandledRejection: 1, rejectionHandled: 0 };
let installed = false;

/** Keeps rejected promises with this prototype from being reported; all others are reported as before. */
export function tolerateRejectionsOf(promisePrototype: object): void {
  realmPrototypes.add(promisePrototype);
  if (installed) return;
  installed = true;
  const emit = process.emit.bind(process) as (name: string | symbol, ...args: unknown[]) => boolean;
  process.emit = ((name: string | symbol, ...args: unknown[]) =>
    isOfRealm(name, args) ? true : emit(name, ...args)) as typeof process.emit;
}

function isOfRealm(name: string | symbol, args: unknown[]): boolean {
  const position = typeof name === 'string' ? REPORTS[name] : undefined;
  if (position === undefined) return false;
  const prototype: unknown = Object.getPrototypeOf(args[position]);
  return typeof prototype === 'object' && prototype !== null && realmPrototypes.has(prototype);
}
