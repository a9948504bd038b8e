/** The workflow code of one run: its sandbox, and how it is brought to where the journal ends. */
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import { patchesOf } from '../journal/replay-base.ts';
import type { RunState } from '../journal/run-state.ts';
import { findUnreadable } from '../journal/unreadable.ts';
import type { Sandbox, SandboxRun } from '../replay/realm.ts';
import { replayInSlices } from '../replay/replay-journal.ts';
import { doInSlices } from '../world/event-loop.ts';
import type { StoreAnswer } from '../world/until-answered.ts';
import type { Builds } from './builds.ts';

/** The run, and where its code and its journal come from. */
export interface RunCodeOptions {
  state: RunState;
  builds: Builds;
  /** The part of the journal that replay needs, all of it readable; `null`: it has to be read first. */
  journal: JournalEvent[] | null;
  /** Reads the events with a greater seq. */
  readJournal(afterSeq: number): Promise<StoreAnswer<JournalEvent[]>>;
}

/** Whether the code is where the journal ends. */
export type ReplayOutcome =
  | { kind: 'ready' }
  /** The code is missing, or asks for something else than the journal holds; or a value of it cannot be read here. */
  | { kind: 'unfit'; error: WorkflowError }
  /** The run was let go before the store gave its journal. */
  | { kind: 'given_up' };

/** Opens sandboxes for one run and replays its journal in them. */
export class RunCode {
  readonly #options: Omit<RunCodeOptions, 'journal'>;
  /** Only until it was replayed: it may be long. */
  #journal: JournalEvent[] | null;
  #sandbox: Sandbox | null = null;

  constructor({ journal, ...options }: RunCodeOptions) {
    this.#options = options;
    this.#journal = journal;
  }

  /** The code where the journal ends; `null` while it has to be restored. */
  get sandbox(): Sandbox | null {
    return this.#sandbox;
  }

  /** Opens a sandbox for a run that has no journal yet. @throws `workflow_code_missing`. */
  begin(): void {
    const opened = this.#options.builds.openRun(this.#options.state.buildId, this.#toSandboxRun([]));
    if ('error' in opened) throw opened.error;
    this.#sandbox = opened.sandbox;
  }

  /** Brings a sandbox to where the journal ends. */
  async restore(): Promise<ReplayOutcome> {
    return await this.moveTo(this.#options.state.buildId);
  }

  /** Like {@link restore}, on another build. If the journal does not fit it, all stays as it is. */
  async moveTo(buildId: BuildId | null): Promise<ReplayOutcome> {
    const { builds, state } = this.#options;
    const { seq } = state;
    const answer = await this.#readJournal();
    if (answer.kind === 'given_up') return answer;
    await builds.steps.learn(state.buildId);
    const missing = await builds.load(buildId);
    const unfit = missing ?? this.#refuseMove(buildId);
    if (unfit) return { kind: 'unfit', error: unfit };
    const journal = answer.value;
    const unreadable = this.#journal ? null : findUnreadable(journal);
    if (unreadable) return { kind: 'unfit', error: unreadable };
    // Later events come from an owner that has taken the run over meanwhile.
    const isLonger = (journal.at(-1)?.seq ?? 0) > seq;
    const error = await this.#open(buildId, isLonger ? journal.filter((event) => event.seq <= seq) : journal);
    return error ? { kind: 'unfit', error } : { kind: 'ready' };
  }

  /** Calls that are open go along with their arguments. */
  #refuseMove(buildId: BuildId | null): WorkflowError | null {
    const { builds, state } = this.#options;
    if (buildId === state.buildId) return null;
    for (const call of state.open.values()) {
      const refused = call.kind === 'step' && builds.steps.refuseMove(call.name, state.buildId, buildId);
      if (refused) return refused;
    }
    return null;
  }

  /** The code for a run that begins anew: of the current build, or, when that has it no more, of the same as before. */
  openNext(): { sandbox: Sandbox; buildId: BuildId } {
    const { builds, state } = this.#options;
    for (const buildId of [builds.requireCurrentId(), state.buildId!]) {
      const opened = builds.openRun(buildId, this.#toSandboxRun([]));
      if ('sandbox' in opened) {
        this.#sandbox = opened.sandbox;
        return { sandbox: opened.sandbox, buildId };
      }
    }
    throw new Error('The build of a run that has just made a turn has its workflow.');
  }

  /** Lets the sandbox go: the next turn begins with a replay. */
  drop(): void {
    this.#sandbox = null;
  }

  async #readJournal(): Promise<StoreAnswer<JournalEvent[]>> {
    if (this.#journal) return { kind: 'answer', value: this.#journal };
    return await this.#options.readJournal(Math.max(0, this.#options.state.baseSeq - 1));
  }

  /** @returns Why there is no sandbox now; `null`: there is one. */
  async #open(buildId: BuildId | null, journal: readonly JournalEvent[]): Promise<WorkflowError | null> {
    const { builds, state } = this.#options;
    const opened = builds.openRun(buildId, this.#toSandboxRun(journal));
    if ('error' in opened) return opened.error;
    const diverged = await doInSlices(replayInSlices(state.runId, opened.sandbox, journal));
    if (diverged) return (await this.#locate(buildId, journal)) ?? diverged;
    this.#sandbox = opened.sandbox;
    this.#journal = null;
    return null;
  }

  /** Replays once more to find the place in the source. Places are noted only then, because noting them costs time. */
  async #locate(buildId: BuildId | null, journal: readonly JournalEvent[]): Promise<WorkflowError | null> {
    const opened = this.#options.builds.openRun(buildId, { ...this.#toSandboxRun(journal), isTraced: true });
    if (!('sandbox' in opened)) return null;
    return await doInSlices(replayInSlices(this.#options.state.runId, opened.sandbox, journal));
  }

  #toSandboxRun(journal: readonly JournalEvent[]): SandboxRun {
    const { runId, workflowId, seed, input, behaviour } = this.#options.state;
    return { runId, workflowId: workflowId!, seed, input, behaviour, patches: patchesOf(journal) };
  }
}
