/** What one run writes to the store, always under the condition that it still belongs to its owner here. */
import type { RunId } from '../contract/ids.ts';
import type { JournalEvent, RunCreated } from '../journal/events.ts';
import { nextWakeAt, type RunState } from '../journal/run-state.ts';
import type { Outbox, ParkReason, TokenConflict } from '../world/world.ts';
import type { ActorServices } from './actor-services.ts';
import type { RunInbox } from './run-inbox.ts';
import type { Turn } from './turn.ts';

/** What became of a new run: `heldBy` has its key. */
export type BeginOutcome = 'created' | 'exists' | { heldBy: RunId };

/** A new run, before it has a journal. */
export interface BeginInput {
  runId: RunId;
  created: RunCreated;
  /** See `NewRun`. */
  takesKeyFrom?: RunId | null;
  /** What its creation does to other runs. */
  outbox?: Outbox;
}

export interface RunWriterOptions {
  services: ActorServices;
  state: RunState;
  epoch: number;
  inbox: RunInbox;
  /** Asks the store until it answers; `undefined`: the run is let go before. */
  untilAnswered<T>(ask: () => Promise<T>): Promise<T | undefined>;
}

export class RunWriter {
  readonly #options: RunWriterOptions;

  constructor(options: RunWriterOptions) {
    this.#options = options;
  }

  /** Creates the run with its first turn. */
  async create(turn: Turn, { created, takesKeyFrom, outbox }: BeginInput): Promise<BeginOutcome> {
    const { services, state } = this.#options;
    for (;;) {
      const all = join(outbox, turn.outbox.take());
      const appends = turn.appends.take();
      const outcome = await services.world.createRun({
        runId: state.runId,
        workflowId: created.workflowId,
        owner: services.workerId,
        dueAt: nextWakeAt(state, services.cancelGraceMs),
        events: [created, ...turn.events],
        ...(takesKeyFrom !== undefined && { takesKeyFrom }),
        ...(appends && { appends }),
        ...(all && { outbox: all }),
      });
      if (outcome.ok) return 'created';
      if (outcome.reason === 'exists') return 'exists';
      if (outcome.reason === 'key_taken') return { heldBy: outcome.heldBy };
      this.#recordConflicts(turn, outcome.conflicts);
    }
  }

  /** Appends a turn. Resolves to `false` when it is refused: the run has another owner, or is let go. */
  async append(turn: Turn): Promise<boolean> {
    const { services, untilAnswered } = this.#options;
    for (;;) {
      const [appends, outbox] = [turn.appends.take(), turn.outbox.take()];
      const commit = {
        ...this.#condition(turn.events),
        afterSeq: turn.afterSeq,
        ...(appends && { appends }),
        ...(outbox && { outbox }),
      };
      const outcome = await untilAnswered(() => services.world.commit(commit));
      if (!outcome?.ok && outcome?.reason !== 'tokens_taken') return false;
      if (outcome.ok) return true;
      this.#recordConflicts(turn, outcome.conflicts);
    }
  }

  /** Gives the run away, for any worker to take. */
  async release(): Promise<void> {
    await this.#options.services.world.commit({ ...this.#condition([]), release: true });
  }

  /** Puts the run aside with a reason, for any worker to look at later. */
  async park(parked: ParkReason): Promise<void> {
    const { world, clock } = this.#options.services;
    const dueAt = clock.now() + parked.retryMs;
    await world.commit({ ...this.#condition([]), dueAt, release: true, parked });
  }

  #condition(events: JournalEvent[]) {
    const { services, state, epoch, inbox } = this.#options;
    return {
      runId: state.runId,
      epoch,
      afterSeq: state.seq,
      events,
      inboxTaken: inbox.taken,
      dueAt: nextWakeAt(state, services.cancelGraceMs),
      release: false,
      parked: null,
    };
  }

  /** A token that the code chose is held by another run: the code is told in the same commit. */
  #recordConflicts(turn: Turn, conflicts: TokenConflict[]): void {
    const { state } = this.#options;
    for (const { call, token, heldBy } of conflicts) {
      if (state.open.has(call)) turn.record({ type: 'hook_conflict', call, token, heldBy, at: state.lastAt });
    }
  }
}

const join = (first: Outbox | undefined, second: Outbox | null): Outbox | null =>
  first && second
    ? { runs: [...first.runs, ...second.runs], messages: [...first.messages, ...second.messages] }
    : (first ?? second);
