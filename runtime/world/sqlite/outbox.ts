/** What a commit does to other runs. */
import { projectCommit } from '../../journal/projection.ts';
import type { Outbox } from '../world.ts';
import { deliver } from './inbox.ts';
import { insertNewRun } from './new-run.ts';
import { findRow } from './run-row.ts';
import type { Store } from './store.ts';

/** Runs first, so that a message may be for one of them. */
export function carryOut(store: Store, { runs, messages }: Outbox): void {
  for (const run of runs) if (!findRow(store, run.runId)) insertNewRun(store, run, projectCommit(run.events));
  for (const { runId, content, at } of messages) deliver(store, runId, content, at);
}
