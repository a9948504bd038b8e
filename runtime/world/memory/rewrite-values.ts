/** Puts other values into records that exist: each only where the value is still as it was read. */
import type { RunId } from '../../contract/ids.ts';
import { isSameChunk } from '../commit-rules.ts';
import type { ValueChange } from '../world.ts';
import { receiptKey } from './inbox.ts';
import type { MemoryRun } from './memory-run.ts';
import type { MemoryState } from './memory-state.ts';

/** See {@link World.rewriteValues}. */
export function rewriteValues(state: MemoryState, runId: RunId, changes: readonly ValueChange[]): void {
  const run = state.runs.get(runId);
  if (run) for (const change of changes) rewrite(state, run, change);
}

function rewrite({ hooks, receipts }: MemoryState, run: MemoryRun, change: ValueChange): void {
  const { kind, before, after } = change;
  if (kind === 'event') replace(run.journal, before, after);
  else if (kind === 'message') replace(run.inbox, before, after);
  else if (kind === 'hook' && isEqual(hooks.get(before.token), before)) hooks.set(before.token, after);
  else if (kind === 'receipt') {
    const kept = receipts.get(receiptKey(change.token, before.id));
    if (kept && isEqual(kept.receipt, before)) kept.receipt = after;
  } else if (kind === 'chunk') {
    const chunks = run.streams.get(change.stream)?.chunks;
    const found = chunks?.[change.index];
    if (chunks && found != null && isSameChunk(found, before)) chunks[change.index] = after;
  }
}

function replace<Item>(list: Item[], before: Item, after: Item): void {
  const index = list.findIndex((item) => isEqual(item, before));
  if (index >= 0) list[index] = after;
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
