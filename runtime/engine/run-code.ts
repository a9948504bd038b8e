/** The workflow code of one run: its sandbox, and how it is brought to where the journal ends. */
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import { patchesOf } from '../journal/replay-base.ts';
import type { RunState } from '../journal/run-state.ts';
import type { Sandbox, SandboxRun } from '../replay/realm.ts';
import { replayJournal } from '../replay/replay-journal.ts';
import type { Builds } from './builds.ts';

export interface RunCodeOptions {
  state: RunState;
  builds: Builds;
  /** What replay needs, if it is at hand. */
  journal: JournalEvent[] | null;
  /** Events with a greater seq; `undefined`: the store does not answer any more. */
  readJournal(afterSeq: number): Promise<JournalEvent[] | undefined>;
}

export class RunCode {
  readonly #options: RunCodeOptions;
  #journal: JournalEvent[] | null;
  #sandbox: Sandbox | null = null;

  constructor(options: RunCodeOptions) {
    this.#options = options;
    this.#journal = options.journal;
  }

  get sandbox(): Sandbox | null {
    return this.#sandbox;
  }

  /** Opens a sandbox for a run that has no journal yet. Returns what is wrong, or `null`. */
  begin(): WorkflowError | null {
    return this.#open(this.#options.state.buildId, []);
  }

  /** Brings a sandbox to where the journal ends. Returns what is wrong, or `null`; `undefined`: the store did not answer. */
  async restore(): Promise<WorkflowError | null | undefined> {
    return await this.moveTo(this.#options.state.buildId);
  }

  /** Like {@link restore}, on another build. If the journal does not fit it, all stays as it is. */
  async moveTo(buildId: BuildId | null): Promise<WorkflowError | null | undefined> {
    const { builds, state, readJournal } = this.#options;
    const { seq } = state;
    const journal = this.#journal ?? (await readJournal(Math.max(0, state.baseSeq - 1)));
    if (!journal) return undefined;
    const missing = await builds.load(buildId);
    if (missing) return missing;
    // What is later comes from an owner that has taken the run over meanwhile.
    const isLonger = (journal.at(-1)?.seq ?? 0) > seq;
    return this.#open(buildId, isLonger ? journal.filter((event) => event.seq <= seq) : journal);
  }

  /** The code for a run that begins anew: of the current build, or, when that has it no more, of the same as before. */
  openNext(): { sandbox: Sandbox; buildId: BuildId } {
    const { builds, state } = this.#options;
    for (const buildId of [builds.currentId, state.buildId!]) {
      const opened = builds.openRun(buildId, this.#toSandboxRun([]));
      if ('sandbox' in opened) {
        this.#sandbox = opened.sandbox;
        return { sandbox: opened.sandbox, buildId };
      }
    }
    throw new Error('The build of a run that has just made a turn has its workflow.');
  }

  drop(): void {
    this.#sandbox = null;
  }

  #open(buildId: BuildId | null, journal: readonly JournalEvent[]): WorkflowError | null {
    const { builds, state } = this.#options;
    const opened = builds.openRun(buildId, this.#toSandboxRun(journal));
    if ('error' in opened) return opened.error;
    const diverged = replayJournal(state.runId, opened.sandbox, journal);
    if (diverged) return this.#locate(buildId, journal) ?? diverged;
    this.#sandbox = opened.sandbox;
    this.#journal = null;
    return null;
  }

  /** The divergence once more, with its place in the source: notes of places are taken only when they are needed. */
  #locate(buildId: BuildId | null, journal: readonly JournalEvent[]): WorkflowError | null {
    const opened = this.#options.builds.openRun(buildId, { ...this.#toSandboxRun(journal), isTraced: true });
    return 'sandbox' in opened ? replayJournal(this.#options.state.runId, opened.sandbox, journal) : null;
  }

  #toSandboxRun(journal: readonly JournalEvent[]): SandboxRun {
    const { runId, workflowId, seed, input } = this.#options.state;
    return { runId, workflowId: workflowId!, seed, input, patches: patchesOf(journal) };
  }
}
