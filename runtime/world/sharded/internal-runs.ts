/**
 * Runs that the World itself keeps in its databases: letters to another database, receipts of letters, and notes of who
 * holds a token. No list has them, and no engine gets them.
 */
import { createHash } from 'node:crypto';
import type { RunId, WorkflowId } from '../../contract/ids.ts';
import type { JournalEvent } from '../../journal/events.ts';
import type { NewRun } from '../world.ts';

/** The workflow of all of them. */
export const INTERNAL = 'workflow//workflow//between-databases' as WorkflowId;
/** In place of the first digit of their ids, see `contract/run-place.ts`. */
const MARK = 'wrun_6';
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = 25;

/** An id that the same words always give. */
export function toInternalId(...words: (string | number)[]): RunId {
  const digest = createHash('sha256').update(JSON.stringify(words)).digest();
  return (MARK + Array.from(digest.subarray(0, DIGITS), (byte) => ALPHABET[byte % 32]).join('')) as RunId;
}

/** Whether a run is one of them. */
export const isInternal = (runId: RunId): boolean => runId.startsWith(MARK);

/** The content of one of them. */
export interface InternalFacts {
  at: number;
  /** JSON. */
  payload: string;
  key?: string;
  /** How long it is kept after its end; absent: for ever. */
  retentionMs?: number;
}

/** The first event of one. */
export const toCreated = ({ at, ...facts }: InternalFacts): JournalEvent => ({
  type: 'run_created',
  seq: 1,
  at,
  workflowId: INTERNAL,
  seed: '',
  ...facts,
});

/** One that has nothing more to do. */
export const toEndedRun = (runId: RunId, facts: InternalFacts): NewRun => ({
  runId,
  workflowId: INTERNAL,
  owner: null,
  dueAt: null,
  events: [toCreated(facts), { type: 'run_completed', seq: 2, at: facts.at, payload: '[]' }],
});
