/** Who acts on runs: an operator with a token, a user of the dashboard, somebody at a terminal. Journals keep it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { stepContext } from '../host-values/step-context.ts';
import type { Actor } from '../journal/events.ts';

const KEY = Symbol.for('workflow.acting');
type Holder = { [KEY]?: AsyncLocalStorage<string> };

/** One for the process, also when it holds two copies of this package (a bundled one and an external one). */
const acting = ((globalThis as Holder)[KEY] ??= new AsyncLocalStorage<string>());

/** Does work in the name of somebody: events that it leads to name them. */
export const actAs = <Result>(name: string, work: () => Result): Result => acting.run(name, work);

/**
 * Who acts now, as a part of a message or an event; empty: the application itself. Steps act for the application, also
 * those of a run that somebody has just started or woken.
 */
export function actor(): Actor {
  const by = stepContext.getStore() ? undefined : acting.getStore();
  return by === undefined ? {} : { by };
}
