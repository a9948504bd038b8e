/** Promise 4: whoever replays a journal, or the beginning of one, is asked for the same, down to the last argument. */
import type { Build } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import { isCommand, isOutcome } from '../../runtime/journal/event-kinds.ts';
import type { Command } from '../../runtime/journal/commands.ts';
import type { JournalEvent, RunContinued, RunCreated, RunStarted } from '../../runtime/journal/events.ts';
import { Realm, type Sandbox } from '../../runtime/replay/realm.ts';
import { replayJournal } from '../../runtime/replay/replay-journal.ts';
import type { PlannedDeployments } from './deployments.ts';
import type { StepSite } from './program-steps.ts';
import { createDeployedBuild, createProgramBuild } from './program-workflow.ts';
import type { RunModel } from './store-model.ts';

const site: StepSite = { clock: { now: () => 0, setAlarm: () => () => {} }, begin: () => false };
const openRealm = ({ bundle }: Build): Realm =>
  new Realm(bundle, { baseUrl: () => 'http://localhost', print: () => {} });
let only: Realm | null = null;

/** Realms that no simulated process has, for the builds of a simulation. */
export class ReplayRealms {
  readonly #deployments: PlannedDeployments | null;
  readonly #realms = new Map<BuildId, Realm>();

  constructor(deployments: PlannedDeployments | null) {
    this.#deployments = deployments;
  }

  of(buildId: BuildId | null): Realm {
    if (!this.#deployments || !buildId) return (only ??= openRealm(createProgramBuild(site)));
    let realm = this.#realms.get(buildId);
    for (let version = 0; !realm; version++) {
      const build = createDeployedBuild(site, this.#deployments, version);
      if (build.bundle.buildId === buildId) this.#realms.set(buildId, (realm = openRealm(build)));
    }
    return realm;
  }
}

/** The build that the code of a journal is of, up to an event. */
const buildAt = (journal: readonly JournalEvent[], seq: number): BuildId | null =>
  journal
    .slice(0, seq)
    .findLast((event): event is RunStarted | RunContinued => /^run_(?:started|continued)$/.test(event.type))?.buildId ??
  null;

function openSandbox({ runId, state, journal }: RunModel, realms: ReplayRealms, seq: number): Sandbox {
  return realms.of(buildAt(journal, seq)).openRun({
    runId,
    workflowId: state.workflowId!,
    seed: state.seed,
    behaviour: state.behaviour,
    input: (journal[0] as RunCreated).payload,
    patches: [],
  });
}

export function findReplayProblems(run: RunModel, realms: ReplayRealms): string[] {
  return [...compareCommands(run, realms), ...replayBeginning(run, realms)];
}

/** The place of the event that says with which build the run began. */
const firstStart = (journal: readonly JournalEvent[]): number =>
  journal.find(({ type }) => type === 'run_started')?.seq ?? 1;

/** One outcome after the other, so that this covers every beginning of the journal. */
function compareCommands(run: RunModel, realms: ReplayRealms): string[] {
  let sandbox = openSandbox(run, realms, firstStart(run.journal));
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
      sandbox = openSandbox(run, realms, event.seq);
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
function replayBeginning(run: RunModel, realms: ReplayRealms): string[] {
  const outcomes = run.journal.filter(isOutcome);
  const cut = outcomes[Math.floor(outcomes.length / 2)]?.seq ?? 1;
  const half = run.journal.slice(0, cut - 1);
  const base = half.findLastIndex(({ type }) => type === 'run_continued');
  const diverged = replayJournal(
    run.runId,
    openSandbox(run, realms, Math.max(firstStart(run.journal), cut - 1)),
    half.slice(Math.max(0, base)),
  );
  return diverged ? [`diverges: ${diverged.message}`] : [];
}
