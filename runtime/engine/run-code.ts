/** The workflow code of one run: its sandbox, and how it is brought to where the journal ends. */
import { WorkflowError } from '../contract/errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { BuildId } from '../contract/ids.ts';
import type { JournalEvent, Payload } from '../journal/events.ts';
import type { RunState } from '../journal/run-state.ts';
import { newerBehaviour } from '../journal/behaviours.ts';
import { isOutcome } from '../journal/event-kinds.ts';
import { SliceMeter, type SlicedWork } from '../contract/slices.ts';
import { findUnreadable } from '../journal/unreadable.ts';
import { mayNameClass } from '../host-values/classes-in.ts';
import type { Sandbox, SandboxRun } from '../replay/realm.ts';
import { JournalReplay } from '../replay/replay-journal.ts';
import { beginInSlices, doInSlices } from '../world/event-loop.ts';
import type { MemoryBudget } from '../world/memory-budget.ts';
import type { StoreAnswer } from '../world/until-answered.ts';
import type { ClaimedRun } from '../world/world.ts';
import type { Builds, OpenedRun } from './builds.ts';
import { eachPage, type PagesEnd } from './journal-pages.ts';
import { KeptJournal } from './kept-journal.ts';
import type { Outcome } from './outcome.ts';
import { mapValue } from './own-classes.ts';

/** The run, and where its code and its journal come from. */
export interface RunCodeOptions {
  state: RunState;
  builds: Builds;
  memory: MemoryBudget;
  /** Reads the events with a greater seq, about as many as have `bytesMax` bytes. */
  readJournal(afterSeq: number, bytesMax: number): Promise<StoreAnswer<JournalEvent[]>>;
  /** See {@link StepFinder.learn}. */
  learn(buildId: BuildId | null): Promise<StoreAnswer<void>>;
  /** See {@link Builds.load}. */
  load(buildId: BuildId | null): Promise<StoreAnswer<WorkflowError | null>>;
}

/** Whether the code is where the journal ends. */
export type RestoreOutcome =
  | { kind: 'ready' }
  /** The code is missing, or asks for something else than the journal holds; or a value of it cannot be read here. */
  | { kind: 'unfit'; error: WorkflowError }
  /** The run was let go before the store gave its journal. */
  | { kind: 'given_up' }
  /** The run has another owner: what the store has is not its journal any more. */
  | { kind: 'lost' };

const MISSING = 'it is missing';
const NO_PATCHES: readonly string[] = [];

/** Opens sandboxes for one run and replays its journal in them. */
export class RunCode {
  readonly #options: RunCodeOptions;
  /** The journal of a run that was taken over, until it is replayed. */
  #kept: KeptJournal | null = null;
  #sandbox: Sandbox | null = null;
  #buildId: BuildId | null = null;

  constructor(options: RunCodeOptions) {
    this.#options = options;
  }

  /** The code where the journal ends; `null` while it has to be restored. */
  get sandbox(): Sandbox | null {
    return this.#sandbox;
  }

  /** The build of {@link sandbox}. */
  get buildId(): BuildId | null {
    return this.#buildId;
  }

  /**
   * Reads the journal of a run that this worker took over, and keeps it for the replay as far as there is room.
   * @param take Gets all events.
   * @returns `false`: the store is gone.
   * @throws `run_behaviour_newer`, `run_event_unknown`, `value_key_missing` and `value_altered` before `take` gets
   * anything that this code would misread; `journal_invalid`.
   */
  async learn({ run, journal }: ClaimedRun, take: (event: JournalEvent) => void): Promise<boolean> {
    const { builds, state, memory, readJournal } = this.#options;
    const kept = new KeptJournal(memory);
    const takePage = async (events: JournalEvent[]): Promise<boolean> => {
      const unfit = newerBehaviour(run.runId, events) ?? findUnreadable(events);
      if (unfit) throw unfit;
      await beginInSlices(takeEach(events, take));
      kept.add(events);
      return true;
    };
    let isOurs = false;
    try {
      await takePage(journal);
      const endSeq = journal.at(-1)?.seq ?? 0;
      const source = { memory, readJournal, lastSeq: run.seq };
      const end = endSeq === run.seq ? 'whole' : await eachPage(source, endSeq, takePage);
      // If the run has another owner, the engine finds out and says nothing.
      if (end === 'lost')
        throw runtimeError('journal_invalid', { runId: run.runId, seq: state.seq + 1, reason: MISSING });
      await builds.steps.learn(state.buildId);
      isOurs = end === 'whole';
    } finally {
      if (isOurs) this.#kept = kept;
      else kept.end();
    }
    return isOurs;
  }

  /** Opens a sandbox for a run that has no journal yet. @throws `workflow_code_missing`. */
  begin(): void {
    const opened = this.#options.builds.openRun(this.#options.state.buildId, this.#toSandboxRun(NO_PATCHES));
    if ('error' in opened) throw opened.error;
    this.#use(opened);
  }

  /** Brings a sandbox to where the journal ends. */
  async restore(): Promise<RestoreOutcome> {
    const { builds, learn, state } = this.#options;
    const { buildId, callerBuildId, workflowId, input } = state;
    if (buildId !== null) return await this.moveTo(buildId);
    const learned = builds.steps.knows(callerBuildId) ? null : await learn(callerBuildId);
    if (learned?.kind === 'given_up') return learned;
    return await this.moveTo(builds.chooseFor({ workflowId: workflowId!, callerId: callerBuildId, input: [input] }));
  }

  /** Like {@link restore}, on another build. If the journal does not fit it, all stays as it is. */
  async moveTo(buildId: BuildId | null): Promise<RestoreOutcome> {
    const { builds, load, state } = this.#options;
    const missing = builds.isAtHand(buildId) ? null : await load(buildId);
    if (missing?.kind === 'given_up') return missing;
    const unfit = missing?.value ?? this.#refuseMove(buildId);
    if (unfit) return { kind: 'unfit', error: unfit };
    const opened = builds.openRun(buildId, this.#toSandboxRun(state.patches));
    if ('error' in opened) return { kind: 'unfit', error: opened.error };
    const outcome = await this.#replay(opened);
    if (outcome.kind === 'unfit') return await this.#locate(buildId, outcome);
    if (outcome.kind === 'ready') this.#use(opened);
    return outcome;
  }

  /** The run goes along with its arguments, and with the calls that are open. */
  #refuseMove(buildId: BuildId | null): WorkflowError | null {
    const { builds, state } = this.#options;
    if (state.buildId === null || buildId === state.buildId) return null;
    const calls = [...state.open.values()].filter((call) => call.kind === 'step');
    for (const id of [state.workflowId!, ...calls.map(({ name }) => name)]) {
      const refused = builds.steps.refuseMove(id, state.buildId, buildId);
      if (refused) return refused;
    }
    return refusalBy(() => calls.forEach(({ payload }) => builds.steps.toOwnClasses(payload, state.buildId)));
  }

  /**
   * The code for a run that begins anew: of the current build, or, when that has it no more, or takes other arguments,
   * of the same as before.
   */
  openNext(input: readonly Payload[]): OpenedRun {
    const { builds, state } = this.#options;
    const { buildId, workflowId } = state;
    for (const next of [builds.chooseFor({ workflowId: workflowId!, callerId: buildId, input }), buildId]) {
      const opened = builds.openRun(next, this.#toSandboxRun(NO_PATCHES));
      if ('sandbox' in opened) return this.#use(opened);
    }
    throw new Error('The build of a run that has just made a turn has its workflow.');
  }

  #use(opened: OpenedRun): OpenedRun {
    this.#sandbox = opened.sandbox;
    this.#buildId = opened.buildId;
    return opened;
  }

  /** Outcomes as the code of {@link sandbox} reads them. @throws `value_class_unknown`, `value_class_differs`. */
  translate(outcomes: readonly Outcome[]): Outcome[] {
    const { builds } = this.#options;
    const opened = { sandbox: this.#sandbox!, buildId: this.#buildId! };
    return outcomes.map((outcome) =>
      mapValue(outcome, (payload) => {
        if (!mayNameClass(payload)) return payload;
        // Results of steps are of this process. Messages come from anywhere.
        const isOurs = outcome.kind === 'step' && !builds.steps.keepsSteps;
        return builds.toOwnClasses(opened, payload, builds.steps.writer(builds.currentId, isOurs));
      }),
    );
  }

  /** Lets the sandbox go: the next turn begins with a replay. */
  drop(): void {
    this.#sandbox = null;
    this.#dropKept();
  }

  #dropKept(): void {
    this.#kept?.end();
    this.#kept = null;
  }

  /** Replays once more to find the place in the source. Places are noted only then, because noting them costs time. */
  async #locate(buildId: BuildId | null, unfit: RestoreOutcome): Promise<RestoreOutcome> {
    const { builds, state } = this.#options;
    const opened = builds.openRun(buildId, { ...this.#toSandboxRun(state.patches), traced: 'all' });
    if (!('sandbox' in opened)) return unfit;
    const located = await this.#replay(opened);
    return located.kind === 'ready' ? unfit : located;
  }

  async #replay(opened: OpenedRun): Promise<RestoreOutcome> {
    const { state, memory, readJournal } = this.#options;
    const replay = new JournalReplay(state.runId, opened.sandbox);
    const kept = this.#kept?.takeOut();
    this.#kept = null;
    let error: WorkflowError | null = null;
    let end: PagesEnd = 'whole';
    if (kept) {
      try {
        error = this.#refuseValues(opened, kept.events) ?? (await doInSlices(replay.take(kept.events)));
      } finally {
        kept.held.end();
      }
    } else {
      const source = { memory, readJournal, lastSeq: state.seq };
      const take = (found: WorkflowError | null): boolean => (error = found) === null;
      end = await eachPage(source, Math.max(0, state.baseSeq - 1), (events) => {
        const unreadable = findUnreadable(events) ?? this.#refuseValues(opened, events);
        const found = unreadable ?? beginInSlices(replay.take(events));
        return found instanceof Promise ? found.then(take) : take(found);
      });
    }
    if (end === 'given_up' || end === 'lost') return { kind: end };
    error ??= replay.end();
    return error ? { kind: 'unfit', error } : { kind: 'ready' };
  }

  /** Why code that is not the run's own cannot read what the journal holds. */
  #refuseValues(opened: OpenedRun, events: readonly JournalEvent[]): WorkflowError | null {
    const { builds, state } = this.#options;
    if (state.buildId === null || opened.buildId === state.buildId) return null;
    const writer = builds.steps.writer(state.buildId, false);
    return refusalBy(() => {
      builds.toOwnClasses(opened, state.input, writer);
      for (const event of events)
        if (isOutcome(event) && 'payload' in event) builds.toOwnClasses(opened, event.payload, writer);
    });
  }

  #toSandboxRun(patches: readonly string[]): SandboxRun {
    const { runId, workflowId, seed, input, behaviour } = this.#options.state;
    return { runId, workflowId: workflowId!, seed, input, behaviour, patches };
  }
}

function refusalBy(work: () => void): WorkflowError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (WorkflowError.is(error)) return error;
    throw error;
  }
}

function* takeEach(events: readonly JournalEvent[], take: (event: JournalEvent) => void): SlicedWork<void> {
  const meter = new SliceMeter();
  for (const event of events) {
    if (meter.isOver()) yield;
    take(event);
  }
}
