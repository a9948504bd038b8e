/** Promise 4: whoever replays a journal, or the beginning of one, is asked for the same, down to the last argument. */
import { isCommand, isOutcome } from '../../runtime/journal/event-kinds.ts';
import type { Command } from '../../runtime/journal/commands.ts';
import type { JournalEvent, RunCreated } from '../../runtime/journal/events.ts';
import { Realm, type Sandbox } from '../../runtime/replay/realm.ts';
import { replayJournal } from '../../runtime/replay/replay-journal.ts';
import { createProgramBuild } from './program-workflow.ts';
import type { RunModel } from './store-model.ts';

let realm: Realm | null = null;

/** A sandbox in a realm that no simulated process has. */
function openSandbox({ runId, state, journal }: RunModel): Sandbox {
  if (!realm) {
    const clock = { now: () => 0, setAlarm: () => () => {} };
    const { bundle } = createProgramBuild({ clock, begin: () => false });
    realm = new Realm(bundle, { baseUrl: () => 'http://localhost', print: () => {} });
  }
  return realm.openRun({
    runId,
    workflowId: state.workflowId!,
    seed: state.seed,
    behaviour: state.behaviour,
    input: (journal[0] as RunCreated).payload,
    patches: [],
  });
}

export function findReplayProblems(run: RunModel): string[] {
  return [...compareCommands(run), ...replayBeginning(run)];
}

/** One outcome after the other, so that this covers every beginning of the journal. */
function compareCommands(run: RunModel): string[] {
  let sandbox = openSandbox(run);
  let asked: Command[] = [];
  for (const event of run.journal) {
    if (isOutcome(event)) {
      if (asked.length > 0)
        return [`replay asks for ${asked[0]!.type} before ${event.seq}, which the journal does not hold`];
      asked = sandbox.deliver(event);
    } else if (isCommand(event) && !isForcedEnd(run, event, asked)) {
      const command = JSON.stringify(toRecorded(asked.shift()));
      if (command !== JSON.stringify(toCommand(event))) return [`replay asks for ${command} at ${event.seq}`];
      if (event.type !== 'run_continued') continue;
      sandbox = openSandbox(run);
      asked = sandbox.deliver(event);
    }
  }
  return asked.length > 0 ? [`replay asks for ${asked[0]!.type} after the end`] : [];
}

/** The part of a command that the journal gets. */
function toRecorded(command: Command | undefined): unknown {
  if (command?.type !== 'stream_written') return command;
  const { content: _content, ...recorded } = command;
  return recorded;
}

/** A run that was told to end and does not is ended without its code. */
const isForcedEnd = ({ state, journal }: RunModel, event: JournalEvent, asked: Command[]): boolean =>
  state.cancelRequestedAt !== null && event === journal.at(-1) && asked.length === 0;

/** The command that the code gave when the event was recorded. */
function toCommand(event: JournalEvent): unknown {
  const { seq: _seq, at: _at, ...command } = event;
  if (command.type === 'run_cancelled') delete command.reason;
  if (command.type !== 'run_continued') return command;
  const { type, payload, firstCall, hooks } = command;
  return { type, payload, firstCall, hooks };
}

/** The engine's own replay, of the first half or of what is left of it since the run began anew. */
function replayBeginning(run: RunModel): string[] {
  const outcomes = run.journal.filter(isOutcome);
  const cut = outcomes[Math.floor(outcomes.length / 2)]?.seq ?? 1;
  const half = run.journal.slice(0, cut - 1);
  const base = half.findLastIndex(({ type }) => type === 'run_continued');
  const diverged = replayJournal(run.runId, openSandbox(run), half.slice(Math.max(0, base)));
  return diverged ? [`diverges: ${diverged.message}`] : [];
}
