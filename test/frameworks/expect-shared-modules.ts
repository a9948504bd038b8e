/** Whether a route and a step have the same modules. */
import { expect } from 'vitest';
import type { AppClient } from './app-client.ts';

/** How often a side was there, by the state of two modules. */
interface Visit {
  calls: number;
  visits: number;
  inPackage: number;
}

/** The state after edits of the application. */
interface Edited {
  /** Further fields in the answer of the step. */
  answer?: object;
  /** By how much a visit counts. Default: 1. */
  visit?: number;
}

/** Asks a route, which starts a run with a step, for the state and the identities that both sides see. */
export async function expectSharedModules(client: AppClient, { answer, visit = 1 }: Edited = {}): Promise<void> {
  const { route, step, after } = (await (await client.ask('/shared')).json()) as Record<string, Visit>;
  expect(step).toEqual({
    calls: route!.calls + 1,
    visits: route!.visits + visit,
    counted: route!.inPackage + 1,
    inPackage: route!.inPackage + 2,
    left: 'a note',
    isSameSymbol: true,
    isSameClass: true,
    isSameStorage: true,
    ...answer,
  });
  expect(after).toEqual({
    calls: route!.calls + 2,
    visits: route!.visits + 2 * visit,
    inPackage: route!.inPackage + 3,
  });
}
