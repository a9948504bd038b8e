/**
 * A promise that workflow code leaves rejected for a while is no unhandled rejection: whether anybody awaits it is
 * known only when the run ends, and that may be days later. Node reports such promises like any other, to all listeners
 * and with the end of the process; the only place where they can be told apart before is `process.emit`.
 */
import { types } from 'node:util';

const realmPrototypes = new WeakSet<object>();
let installed = false;

/** Keeps rejected promises of a realm from being reported; all others are reported as before. */
export function tolerateRejectionsOf(objectPrototype: object): void {
  realmPrototypes.add(objectPrototype);
  if (installed) return;
  installed = true;
  const emit = process.emit.bind(process) as (name: string | symbol, ...args: unknown[]) => boolean;
  process.emit = ((name: string | symbol, ...args: unknown[]) =>
    isOfRealm(name, args) ? true : emit(name, ...args)) as typeof process.emit;
}

function isOfRealm(name: string | symbol, args: unknown[]): boolean {
  switch (name) {
    case 'unhandledRejection':
      return originOf(args[1]) !== 'host';
    case 'rejectionHandled':
      return originOf(args[0]) !== 'host';
    case 'uncaughtExceptionMonitor':
    case 'uncaughtException':
      // With --unhandled-rejections=strict. The promise is not told, only its reason.
      return args[1] === 'unhandledRejection' && originOf(args[0]) === 'workflow';
    default:
      return false;
  }
}

/**
 * Whose object it is, by its prototypes. Workflow code may give a promise any class or prototype. Proxies are not
 * asked, because that runs their code; they and roots that are nobody's are `hidden`, which no promise of the host is.
 */
function originOf(subject: unknown): 'workflow' | 'host' | 'hidden' {
  let root = Object(subject) as object;
  for (let at: object | null = root; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    if (realmPrototypes.has(at)) return 'workflow';
    if (types.isProxy(at)) return 'hidden';
    root = at;
  }
  return Object.hasOwn(root, 'isPrototypeOf') ? 'host' : 'hidden';
}
