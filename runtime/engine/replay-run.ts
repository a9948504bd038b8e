/**
 * Replays that only look: what the code of a run does with its journal. Nothing is stored, no step runs and nothing is
 * printed. Any process can do it, because the store has the bundles.
 */
import type { WorkflowBundle } from '../contract/build.ts';
import type { Clock } from '../contract/clock.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { SliceMeter, type SlicedWork } from '../contract/slices.ts';
import { isOfNewerCode, newerBehaviour } from '../journal/behaviours.ts';
import type { JournalEvent } from '../journal/events.ts';
import { RunStateMachine, type OpenCall, type RunState } from '../journal/run-state.ts';
import { findUnreadable } from '../journal/unreadable.ts';
import { toSourcePosition } from '../replay/call-place.ts';
import type { Realm, Sandbox, SandboxRun } from '../replay/realm.ts';
import { JournalReplay, type Misfit } from '../replay/replay-journal.ts';
import { doWithin } from '../replay/time-limit.ts';
import { passOn } from '../world/event-loop.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';
import type { RunRecord, World } from '../world/world.ts';
import type { Builds } from './builds.ts';
import { eachPage, type JournalSource } from './journal-pages.ts';
import { KeptJournal } from './kept-journal.ts';

/** Where journals and code come from. */
export interface ReplayServices {
  world: World;
  builds: Builds;
  memory: MemoryBudget;
  clock: Clock;
  /** Code that runs longer without waiting is stopped, in milliseconds; 0: it is not. */
  turnLimitMs: number;
}

/** The run's own code, that with which new runs of this process begin, or any other. */
export type ReplayedBuild = 'own' | 'present' | WorkflowBundle;

/** A call that is open where the journal ends. */
export interface ReplayedCall {
  call: OpenCall;
  /** Where the user's code makes it, such as `workflows/order.ts:12:9`; `null`: the build has no source map. */
  at: string | null;
  /** The code waits for it. Of steps and sleeps it is not known, and they count as awaited. */
  isAwaited: boolean;
}

/** The result of a replay. */
export type RunReplay =
  /** `isFinished`: the code has come to its end. */
  | { kind: 'fits'; buildId: BuildId; openCalls: ReplayedCall[]; isFinished: boolean }
  /** The code asks for something else than event `seq`. `at`: where; `null`: nowhere, or the build has no source map. */
  | { kind: 'diverged'; buildId: BuildId; error: WorkflowError; seq: number; at: string | null }
  /** It was given up at event `seq` (`null`: before the first): a value cannot be read here, or the code hangs. */
  | { kind: 'stopped'; error: WorkflowError; seq: number | null }
  /** The code is missing, or cannot be loaded here. */
  | { kind: 'no code'; error: Error }
  /** The run was deleted, or has begun anew meanwhile. */
  | { kind: 'gone' };

/** How the journal went through one sandbox. */
type Pass =
  | { kind: 'fits' }
  | { kind: 'diverged'; error: WorkflowError; misfit: Misfit }
  | Extract<RunReplay, { kind: 'stopped' | 'gone' }>;

/** The journal of a run as it stands, with the state that it leads to. */
export class RecordedRun {
  readonly state: RunState;
  readonly #services: ReplayServices;
  readonly #kept: KeptJournal;

  private constructor(services: ReplayServices, state: RunState, kept: KeptJournal) {
    this.#services = services;
    this.state = state;
    this.#kept = kept;
  }

  /**
   * Reads the journal page by page, and keeps it for a replay as far as there is room. Call {@link end} afterwards.
   * @param follow Gets each event, and the state after it.
   * @returns `null`: the run was deleted, or has begun anew since the record was read.
   * @throws `run_behaviour_newer`, `run_event_unknown`, `journal_invalid`.
   */
  static async read(
    services: ReplayServices,
    run: RunRecord,
    follow: (event: JournalEvent, state: RunState) => void = () => {},
  ): Promise<RecordedRun | null> {
    const machine = new RunStateMachine(run.runId);
    const kept = new KeptJournal(services.memory);
    let isWhole = false;
    try {
      const end = await eachPage(sourceOf(services, run), 0, async (events) => {
        const newer = newerBehaviour(run.runId, events);
        if (newer) throw newer;
        for (const event of events) {
          machine.apply(event);
          follow(event, machine.state);
        }
        kept.add(events);
        return true;
      });
      isWhole = end === 'whole';
    } finally {
      if (!isWhole) kept.end();
    }
    return isWhole ? new RecordedRun(services, machine.state, kept) : null;
  }

  /** Replays the journal in a realm of its own. */
  async replay(build: ReplayedBuild): Promise<RunReplay> {
    const { workflowId, buildId: own, open } = this.state;
    const opened = await this.#open(build === 'own' ? own : build === 'present' ? null : build);
    if ('error' in opened) return { kind: 'no code', error: opened.error };
    const { realm } = opened;
    const { buildId } = realm.bundle;
    if (!realm.workflowIds.has(workflowId!))
      return { kind: 'no code', error: runtimeError('workflow_code_missing', { workflowId: workflowId!, buildId }) };
    const kept = this.#kept.takeOut();
    try {
      const sandbox = realm.openRun(this.#toSandboxRun(new Set(open.keys())));
      const pass = await this.#feed(sandbox, kept?.events);
      if (pass.kind === 'fits') return { ...pass, buildId, ...this.#describe(sandbox) };
      if (pass.kind !== 'diverged') return pass;
      // Places of all commands are noted only then, because noting them takes time.
      const located = await this.#feed(realm.openRun(this.#toSandboxRun('all')), kept?.events);
      const { error, misfit } = located.kind === 'diverged' ? located : pass;
      return { kind: 'diverged', buildId, error, seq: misfit.seq, at: misfit.place && toSourcePosition(misfit.place) };
    } finally {
      kept?.held.end();
    }
  }

  /** Nobody replays it any more. Idempotent. */
  end(): void {
    this.#kept.end();
  }

  /** A bundle may need a newer Node. */
  async #open(build: BuildId | null | WorkflowBundle): Promise<{ realm: Realm } | { error: Error }> {
    const isBundle = typeof build === 'object' && build !== null;
    const bundle = isBundle ? build : await this.#services.builds.findBundle(build);
    if ('error' in bundle) return bundle;
    try {
      return { realm: this.#services.builds.openApart(bundle) };
    } catch (error) {
      return { error: error as Error };
    }
  }

  #toSandboxRun(traced: SandboxRun['traced']): SandboxRun {
    const { runId, workflowId, seed, input, behaviour, patches } = this.state;
    return { runId, workflowId: workflowId!, seed, input, behaviour, patches, ...(traced && { traced }) };
  }

  #describe(sandbox: Sandbox): { openCalls: ReplayedCall[]; isFinished: boolean } {
    const openCalls = Array.from(this.state.open.values(), (call) => {
      const place = sandbox.placeOf(call.call);
      return { call, at: place && toSourcePosition(place), isAwaited: sandbox.isAwaited(call.call) };
    });
    return { openCalls, isFinished: sandbox.hasEnded };
  }

  /** @param kept All events, if they are kept. Default: they are read again. */
  async #feed(sandbox: Sandbox, kept: readonly JournalEvent[] | undefined): Promise<Pass> {
    const { runId, baseSeq } = this.state;
    const replay = new JournalReplay(runId, sandbox, new TimedMeter(this.#services.clock));
    let stop: Pass | null = null;
    const take = async (events: readonly JournalEvent[]): Promise<boolean> => {
      const unreadable = findUnreadable(events);
      stop = unreadable ? stoppedAt(replay, unreadable) : await this.#take(replay, events);
      return stop === null;
    };
    if (kept) await take(kept);
    else if ((await eachPage(sourceOf(this.#services, this.state), Math.max(0, baseSeq - 1), take)) === 'lost')
      return { kind: 'gone' };
    if (stop) return stop;
    const error = replay.end();
    return error ? this.#toDivergence(replay, error) : { kind: 'fits' };
  }

  /** @returns Why the replay ends there; `null`: it goes on. */
  async #take(replay: JournalReplay, events: readonly JournalEvent[]): Promise<Pass | null> {
    const { turnLimitMs } = this.#services;
    const work: SlicedWork<WorkflowError | null> = replay.take(events);
    for (;;) {
      let next: IteratorResult<void, WorkflowError | null> | null = null;
      const isDone = doWithin(turnLimitMs, () => void (next = work.next()));
      if (!isDone || !next) {
        const { runId } = this.state;
        return stoppedAt(
          replay,
          runtimeError('run_replay_stuck', { runId, seq: replay.lastSeq, limitMs: turnLimitMs }),
        );
      }
      const { done, value } = next as IteratorResult<void, WorkflowError | null>;
      if (done) return value ? this.#toDivergence(replay, value) : null;
      await passOn();
    }
  }

  /** The engine may have ended the run, while its code waited. */
  #toDivergence(replay: JournalReplay, error: WorkflowError): Pass {
    const misfit = replay.misfit!;
    const { status, seq } = this.state;
    const isEnd = misfit.seq === seq && (status === 'failed' || status === 'cancelled');
    return isEnd && misfit.isSilent ? { kind: 'fits' } : { kind: 'diverged', error, misfit };
  }
}

/** Replays the journal of a run read-only. */
export async function replayRun(services: ReplayServices, run: RunRecord, build: ReplayedBuild): Promise<RunReplay> {
  let recorded: RecordedRun | null;
  try {
    recorded = await RecordedRun.read(services, run);
  } catch (error) {
    if (isOfNewerCode(error)) return { kind: 'stopped', error: error as WorkflowError, seq: null };
    throw error;
  }
  if (!recorded) return { kind: 'gone' };
  try {
    return await recorded.replay(build);
  } finally {
    recorded.end();
  }
}

const stoppedAt = (replay: JournalReplay, error: WorkflowError): Pass => ({
  kind: 'stopped',
  error,
  seq: replay.lastSeq || null,
});

const sourceOf = (
  { world, memory }: ReplayServices,
  { runId, seq }: Pick<RunState, 'runId' | 'seq'>,
): JournalSource => ({
  memory,
  readJournal: async (...range) => ({ kind: 'answer', value: await world.readJournal(runId, ...range) }),
  lastSeq: seq,
});

/** A slice takes about this long, so that the time limit is that of one turn, and threads are few. */
const SLICE_MS = 20;

/** Ends slices also by the clock: nothing depends on where they end. */
class TimedMeter {
  readonly #clock: Clock;
  readonly #meter = new SliceMeter();
  #since: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isOver(bytes?: number): boolean {
    const now = this.#clock.now();
    this.#since ??= now;
    if (!this.#meter.isOver(bytes) && now - this.#since < SLICE_MS) return false;
    this.#since = null;
    return true;
  }
}
