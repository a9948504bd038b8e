/** Replay: feeds the recorded events of a run to a fresh sandbox and checks that its code asks for the same again. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { RunId } from '../contract/ids.ts';
import { describeCommand, isSameCommand, type Command } from '../journal/commands.ts';
import { isCommand, isOutcome } from '../journal/event-kinds.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { Sandbox } from './realm.ts';

/**
 * Brings a fresh sandbox to where the journal ends.
 * @returns `null`, or the divergence: the code asked for something else than the journal holds.
 */
export function replayJournal(runId: RunId, sandbox: Sandbox, journal: readonly JournalEvent[]): WorkflowError | null {
  sandbox.replaying = true;
  let asked: Command[] = [];
  let next = 0;
  for (const event of journal) {
    if (isOutcome(event)) {
      const extra = asked[next];
      if (extra) return divergence(runId, event.seq, describeCommand(event), describeCommand(extra));
      asked = sandbox.deliver(event);
      next = 0;
    } else if (isCommand(event)) {
      const command = asked[next++];
      if (!command || !isSameCommand(command, event)) {
        return divergence(runId, event.seq, describeCommand(event), command ? describeCommand(command) : 'nothing');
      }
    }
  }
  const extra = asked[next];
  if (extra) return divergence(runId, journal.length + 1, 'no further event', describeCommand(extra));
  sandbox.replaying = false;
  return null;
}

const divergence = (runId: RunId, seq: number, expected: string, found: string): WorkflowError =>
  runtimeError('run_diverged', { runId, seq, expected, found });
