/**
 * Versions of behaviour: how replay reads a journal. A journal carries the version that it was written under, so a
 * change of behaviour never breaks a run that was there before.
 *
 * To change the behaviour of replay, add the next version to the table with one sentence, ask `RunState.behaviour`
 * wherever the old way and the new way differ (both stay), and record a golden format with `node
 * test/golden/record-golden.ts`.
 */
import { WorkflowError } from '../contract/errors.ts';
import type { RunId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { EVENT_KINDS } from './event-kinds.ts';
import type { JournalEvent, RunContinued, RunCreated } from './events.ts';

const NEWER_CODES: ReadonlySet<string> = new Set(['run_behaviour_newer', 'run_event_unknown']);

/** Whether a journal was refused because newer code has written it. */
export const isOfNewerCode = (error: unknown): boolean => WorkflowError.is(error) && NEWER_CODES.has(error.code);

/** Each version that this code can replay, with its behaviour in one sentence. A version is never removed. */
export const BEHAVIOURS: ReadonlyMap<number, string> = new Map([
  [
    1,
    'Outcomes reach the code one at a time in journal order, the commands that each leads to follow it in the journal, ' +
      'and randomness, hook tokens and child ids derive from the seed in run_created.',
  ],
  [2, 'Hooks, webhooks and streams refuse options that they do not know, or whose values are not valid.'],
  [3, 'Errors are stored with the chain of their classes, and with all of their fields that are not enumerable.'],
  [4, 'Values of classes that extend built-in ones are refused, and buffers that can be resized keep their limit.'],
  [
    5,
    'All that wait for a hook get its next payload. A race, any() or all() that ended without the payload of a hook no ' +
      'longer waits for it, and gives back what it has taken.',
  ],
  [6, 'Agents write every answer to an approval into their stream, where clients of the AI SDK know such a chunk.'],
  [7, 'Errors are stored with what they inherit from classes of packages, and with a message that is a field.'],
]);

/** The version that new journals are written under. */
export const CURRENT_BEHAVIOUR: number = Math.max(...BEHAVIOURS.keys());

/** The version that counts from this event on. Journals that say nothing are older than the table: version 1. */
export const behaviourOf = ({ behaviour = 1 }: RunCreated | RunContinued): number => behaviour;

/**
 * `run_behaviour_newer` or `run_event_unknown` for a journal that newer code has written; `null` for one that this code
 * can replay.
 */
export function newerBehaviour(runId: RunId, journal: Iterable<JournalEvent>): WorkflowError | null {
  for (const event of journal) {
    if (!Object.hasOwn(EVENT_KINDS, event.type)) {
      const { seq, type } = event;
      return runtimeError('run_event_unknown', { runId, seq, type, known: CURRENT_BEHAVIOUR });
    }
    if (event.type !== 'run_created' && event.type !== 'run_continued') continue;
    const behaviour = behaviourOf(event);
    if (!BEHAVIOURS.has(behaviour)) {
      return runtimeError('run_behaviour_newer', { runId, behaviour, known: CURRENT_BEHAVIOUR });
    }
  }
  return null;
}
