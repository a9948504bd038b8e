import { caller, key, left, Turnstile, turnstile } from '../shared.ts';

/** State of a file with steps. */
let calls = 0;
export const countCall = (): number => ++calls;

export async function share(): Promise<unknown> {
  'use workflow';
  return await look();
}

/** Looks for what the route has left in `shared.ts`, and in the process. */
async function look(): Promise<unknown> {
  'use step';
  const inProcess = (globalThis as { leftByRoute?: { key: symbol; turnstile: object; storage: object } }).leftByRoute;
  return {
    calls: countCall(),
    visits: turnstile.pass(),
    left: left.get('by the route') ?? null,
    isSameSymbol: inProcess?.key === key,
    isSameClass:
      inProcess !== undefined && inProcess.turnstile instanceof Turnstile && Turnstile.has(inProcess.turnstile),
    isSameStorage: inProcess?.storage === caller,
  };
}
