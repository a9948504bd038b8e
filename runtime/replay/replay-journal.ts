/** Replay: feeds the recorded events of a run to a fresh sandbox and checks that its code asks for the same again. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { RunId } from '../contract/ids.ts';
import { describeCommand, isSameCommand, type AskedCommand } from '../journal/commands.ts';
import { isCommand, isOutcome } from '../journal/event-kinds.ts';
import { payloadLength, type JournalEvent, type RunContinued } from '../journal/events.ts';
import { doAtOnce, SliceMeter, type SlicedWork } from '../contract/slices.ts';
import { toHostCommand } from './host-command.ts';
import type { Sandbox } from './realm.ts';

/** A journal that is read from where its run began anew has that event in front, perhaps after `run_created`. */
const isBase = (event: JournalEvent, journal: readonly JournalEvent[]): event is RunContinued =>
  event.type === 'run_continued' && (event === journal[0] || event === journal[1]);

/**
 * Brings a fresh sandbox to where the journal ends. All values of the journal have to be readable, see
 * `findUnreadable`.
 * @returns `null`; or the divergence: the code asked for something else than the journal holds.
 */
export const replayJournal = (runId: RunId, sandbox: Sandbox, journal: readonly JournalEvent[]): WorkflowError | null =>
  doAtOnce(replayInSlices(runId, sandbox, journal));

/** Like {@link replayJournal}, as work that can be interrupted between two events. */
export function* replayInSlices(
  runId: RunId,
  sandbox: Sandbox,
  journal: readonly JournalEvent[],
): SlicedWork<WorkflowError | null> {
  const meter = new SliceMeter();
  sandbox.replaying = true;
  let asked: readonly AskedCommand[] = [];
  let next = 0;
  const divergence = (seq: number, expected: string): WorkflowError => {
    const command = asked[next];
    const found = command ? describeCommand(toHostCommand(command)) : 'nothing';
    return runtimeError('run_diverged', { runId, seq, expected, found, place: sandbox.places[next] });
  };
  for (const event of journal) {
    if (meter.isOver(payloadLength(event))) yield;
    if (isOutcome(event) || isBase(event, journal)) {
      if (asked[next]) return divergence(event.seq, describeCommand(event));
      asked = sandbox.deliverOnly(event);
      next = 0;
    } else if (isCommand(event)) {
      const command = asked[next];
      if (!command || !isSameCommand(toHostCommand(command), event))
        return divergence(event.seq, describeCommand(event));
      next += 1;
    }
  }
  if (asked[next]) return divergence(journal.length + 1, 'no further event');
  sandbox.replaying = false;
  return null;
}
