import { next, nextInPackage } from 'counters';
import { caller, key, left, Turnstile, turnstile } from '../turnstile.ts';

/** State of a file with steps. */
let calls = 0;
export const countCall = (): number => ++calls;

export async function share(): Promise<unknown> {
  'use workflow';
  const counted = await nextInPackage();
  return { ...(await look()), counted };
}

/** Looks for what the route has left in `turnstile.ts`, and in the process. */
async function look(): Promise<object> {
  'use step';
  const inProcess = (globalThis as { leftByRoute?: { key: symbol; turnstile: object; storage: object } }).leftByRoute;
  return {
    calls: countCall(),
    visits: turnstile.pass(),
    inPackage: next(),
    left: left.get('by the route') ?? null,
    isSameSymbol: inProcess?.key === key,
    isSameClass:
      inProcess !== undefined && inProcess.turnstile instanceof Turnstile && Turnstile.has(inProcess.turnstile),
    isSameStorage: inProcess?.storage === caller,
  };
}
