/**
 * The journal of one run in the hands of its owner. Nothing else moves the run's state on or writes the run to the
 * store, and every write has the condition that the run still belongs to this owner.
 */
import type { Clock } from '../contract/clock.ts';
import type { RunId, WorkerId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import { isNearlyTooLarge } from '../host-values/host-codec.ts';
import { type JournalEvent, payloadLength, type RunCreated } from '../journal/events.ts';
import { nextWakeAt, RunStateMachine, type RunState } from '../journal/run-state.ts';
import type { Sandbox } from '../replay/realm.ts';
import type { StoreAnswer } from '../world/until-answered.ts';
import type { Outbox, ParkReason, TokenConflict, World } from '../world/world.ts';
import type { CommitPace } from './commit-pace.ts';
import type { IncomingMessages } from './incoming-messages.ts';
import { Turn, type TurnServices } from './turn.ts';

/** A run with a longer journal is reported; nothing else happens to it. */
const JOURNAL_LONG_EVENTS = 25_000;
const BYTES_PER_MB = 1_000_000;

/** How the store received a new run. */
export type BeginOutcome =
  | { kind: 'created' }
  /** There is a run of this id: an earlier request arrived. */
  | { kind: 'exists' }
  /** Another run has the key. */
  | { kind: 'key_taken'; heldBy: RunId };

/**
 * How the store received a turn. `refused`: nothing of it is there; the run has another owner, or more has come in.
 * `unknown`: an answer of the store was lost, or the run was let go before it answered.
 */
export type AppendResult = 'durable' | 'refused' | 'unknown';

/** A new run, before it has a journal. */
export interface BeginInput {
  runId: RunId;
  created: RunCreated;
  /** See `NewRun`. */
  takesKeyFrom?: RunId | null;
  /** Effects of its creation on other runs. */
  outbox?: Outbox;
}

/** The worker's parts that a journal needs. */
export interface JournalServices {
  readonly world: World;
  readonly workerId: WorkerId;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly pace: CommitPace;
  /** How long the clean-up of a cancelled run may take. */
  readonly cancelGraceMs: number;
}

/** The ownership under which a journal is written. */
export interface RunJournalOptions {
  services: JournalServices;
  runId: RunId;
  epoch: number;
  messages: IncomingMessages;
  /** Asks the store until it answers or the run is let go. */
  ask<T>(request: () => Promise<T>): Promise<StoreAnswer<T>>;
}

/** Owns the state of one run: reads its journal, opens its turns one at a time, and commits them. */
export class RunJournal {
  #hasLargeValue = false;
  readonly #options: RunJournalOptions;
  readonly #machine: RunStateMachine;

  constructor(options: RunJournalOptions) {
    this.#options = options;
    this.#machine = new RunStateMachine(options.runId);
  }

  /** The state after all events, those of a turn that is not durable yet included. */
  get state(): RunState {
    return this.#machine.state;
  }

  /** Reads an event that the store has, or that creates the run. @throws `journal_invalid`. */
  read(event: JournalEvent): void {
    this.#machine.apply(event);
  }

  /** Lends the state to a turn, until that is committed. */
  openTurn(sandbox: Sandbox, services: TurnServices): Turn {
    return new Turn(this.#machine, sandbox, services);
  }

  /**
   * Creates the run with its first turn, in one commit. Rejects when the store fails: then the run may be there or not.
   */
  async create(turn: Turn, { created, takesKeyFrom, outbox }: BeginInput): Promise<BeginOutcome> {
    const { services } = this.#options;
    for (;;) {
      const all = join(outbox, turn.outbox.take());
      const appends = turn.appends.take();
      const beganAt = services.clock.now();
      const outcome = await services.world.createRun({
        runId: this.state.runId,
        workflowId: created.workflowId,
        owner: services.workerId,
        dueAt: nextWakeAt(this.state, services.cancelGraceMs),
        events: [created, ...turn.events],
        ...(takesKeyFrom !== undefined && { takesKeyFrom }),
        ...(appends && { appends }),
        ...(all && { outbox: all }),
      });
      if (outcome.ok) this.#measure([created, ...turn.events], beganAt);
      if (outcome.ok) return { kind: 'created' };
      if (outcome.reason === 'exists') return { kind: 'exists' };
      if (outcome.reason === 'key_taken') return { kind: 'key_taken', heldBy: outcome.heldBy };
      if (outcome.reason === 'tokens_taken') this.#recordConflicts(turn, outcome.conflicts);
    }
  }

  /**
   * Appends a turn. After `refused` and `unknown` the state is ahead of the journal, and of no use any more.
   * @param accepts See `RunCommit`.
   */
  async append(turn: Turn, accepts: readonly number[]): Promise<AppendResult> {
    const { services, ask } = this.#options;
    for (;;) {
      const [appends, outbox] = [turn.appends.take(), turn.outbox.take()];
      const commit = {
        ...this.#condition(turn.events),
        afterSeq: turn.afterSeq,
        ...(appends && { appends }),
        ...(outbox && { outbox }),
        ...(accepts.length > 0 && { accepts }),
      };
      let tries = 0;
      const beganAt = services.clock.now();
      const answer = await ask(() => {
        tries += 1;
        return services.world.commit(commit);
      });
      if (answer.kind === 'given_up') return 'unknown';
      if (answer.value.ok) {
        this.#measure(turn.events, beganAt);
        this.#warnOfLength(turn);
        this.#warnOfValues(turn);
        return 'durable';
      }
      // A commit whose first answer was lost finds itself in the store, and is refused.
      if (answer.value.reason !== 'tokens_taken') return tries === 1 ? 'refused' : 'unknown';
      this.#recordConflicts(turn, answer.value.conflicts);
    }
  }

  #measure(events: readonly JournalEvent[], beganAt: number): void {
    const { clock, telemetry, pace } = this.#options.services;
    const tookMs = clock.now() - beganAt;
    telemetry.committed({ events, tookMs });
    pace.committed(tookMs);
  }

  /**
   * Gives the run away, for any worker to take.
   * @param dueFrom It is not due before this time, in milliseconds since the epoch.
   * @param elsewhere Step calls of which other workers make the attempts: their messages make the run due.
   */
  async release(dueFrom: number, elsewhere: { has(call: number): boolean }): Promise<void> {
    const condition = this.#condition([]);
    const wakeAt = nextWakeAt(this.state, this.#options.services.cancelGraceMs, elsewhere);
    const dueAt = wakeAt === null ? null : Math.max(wakeAt, dueFrom);
    await this.#options.services.world.commit({ ...condition, dueAt, release: true });
  }

  /** Puts the run aside with a reason, for any worker to look at later. `false`: the run has another owner. */
  async park(parked: ParkReason): Promise<boolean> {
    const { world, clock } = this.#options.services;
    const dueAt = clock.now() + parked.retryMs;
    return (await world.commit({ ...this.#condition([]), dueAt, release: true, parked })).ok;
  }

  #condition(events: JournalEvent[]) {
    const { services, epoch, messages } = this.#options;
    return {
      runId: this.state.runId,
      epoch,
      afterSeq: this.state.seq,
      events,
      inboxTaken: messages.taken,
      dueAt: nextWakeAt(this.state, services.cancelGraceMs),
      release: false,
      parked: null,
    };
  }

  /** Another run holds a token that the code chose: the code is told in the same commit. */
  #recordConflicts(turn: Turn, conflicts: TokenConflict[]): void {
    for (const { call, token, heldBy } of conflicts) {
      if (this.state.open.has(call)) {
        turn.record({ type: 'hook_conflict', call, token, heldBy, at: this.state.lastAt });
      }
    }
  }

  /** Says once that replaying the run takes longer and longer. */
  #warnOfLength({ afterSeq }: Turn): void {
    const { runId, seq, baseSeq } = this.state;
    const limit = baseSeq + JOURNAL_LONG_EVENTS;
    if (afterSeq >= limit || seq < limit) return;
    const fix = 'let it begin anew from time to time: continueAs()';
    this.#options.services.log.warn('journal_long', { runId, events: seq - baseSeq, fix });
  }

  /** Says once of a run that one of its values is almost as large as one may be. */
  #warnOfValues({ events }: Turn): void {
    if (this.#hasLargeValue) return;
    const large = events.find((event) => isNearlyTooLarge(payloadLength(event)));
    if (!large) return;
    this.#hasLargeValue = true;
    const mb = Math.round(payloadLength(large) / BYTES_PER_MB);
    const fix = 'store it elsewhere and pass a path or a key, or raise WORKFLOW_VALUE_MB';
    this.#options.services.log.warn('value_large', { runId: this.state.runId, event: large.type, mb, fix });
  }
}

const join = (first: Outbox | undefined, second: Outbox | null): Outbox | null =>
  first && second
    ? { runs: [...first.runs, ...second.runs], messages: [...first.messages, ...second.messages] }
    : (first ?? second);
