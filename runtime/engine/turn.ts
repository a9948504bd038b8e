/** One turn: outcomes become events, the code gets them one at a time, and its commands follow each. */
import type { BuildId } from '../contract/ids.ts';
import { CURRENT_BEHAVIOUR } from '../journal/behaviours.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { Command, Continuation } from '../journal/commands.ts';
import { isOutcome } from '../journal/event-kinds.ts';
import { isTerminal, type JournalEvent, type Payload, type Unplaced } from '../journal/events.ts';
import type { RunState, RunStateMachine } from '../journal/run-state.ts';
import type { Sandbox } from '../replay/realm.ts';
import type { LastChunks } from '../steps/step-streams.ts';
import type { ListedTexts } from '../steps/stored-lists.ts';
import { endOfFullJournal } from './full-journal.ts';
import { toOutcomeEvents, type Outcome, type TurnFacts } from './outcome.ts';
import { RunOutbox, TurnAppends, type NewRunFacts } from './outbox.ts';

/** Where a turn gets new runs and new code from. */
export interface TurnServices {
  newRunFacts: NewRunFacts;
  /** Events that a journal takes since its run began anew; the next one ends the run. */
  journalEventsMax: number;
  /** The code for a run that begins anew, and its build. */
  openNext(): { sandbox: Sandbox; buildId: BuildId };
}

/**
 * Moves the state on as it goes and gathers what one commit is to make durable: events, chunks, and effects on other
 * runs.
 */
export class Turn {
  /** Length of the journal before the turn. */
  readonly afterSeq: number;
  /** The events that the turn adds to the journal. */
  readonly events: JournalEvent[] = [];
  readonly outbox: RunOutbox;
  readonly appends: TurnAppends;
  /** The part of the appends that goes to lists. */
  readonly listed: ListedTexts[] = [];
  /** The run was ended because its journal is full: steps that the code has asked for are not to begin. */
  isCutOff = false;
  readonly #machine: RunStateMachine;
  readonly #services: TurnServices;
  #sandbox: Sandbox;

  /** @param sandbox Is where the state is. */
  constructor(machine: RunStateMachine, sandbox: Sandbox, services: TurnServices) {
    this.#machine = machine;
    this.#sandbox = sandbox;
    this.#services = services;
    this.outbox = new RunOutbox(services.newRunFacts);
    this.appends = new TurnAppends(this.#state.runId);
    this.afterSeq = this.#state.seq;
  }

  get #state(): RunState {
    return this.#machine.state;
  }

  /** Takes one outcome. It becomes no event when the code waits for it no more. */
  take(outcome: Outcome, facts: TurnFacts): void {
    const events = toOutcomeEvents(this.#state, outcome, facts);
    if (outcome.kind === 'step' && outcome.outcome.kind === 'completed')
      this.#takeLastChunks(outcome.outcome.last, events.length > 0);
    for (const event of events) {
      // The code may have gone on without this call in reaction to an event before.
      const isAwaited = !('call' in event) || this.#state.open.has(event.call);
      if (isAwaited) this.record({ ...event, at: facts.at });
    }
  }

  /** Goes before the result: when the code has that and writes to the same stream, its chunks come later. */
  #takeLastChunks(last: LastChunks | null, isAwaited: boolean): void {
    if (isAwaited) for (const append of last?.appends ?? []) this.appends.add(append);
    else void last?.storeAlone();
  }

  /** Adds an event and all commands that follow from it. Does nothing after the end of the run. */
  record(unplaced: Unplaced & { at: number }): void {
    if (isTerminal(this.#state.status)) return;
    const end = endOfFullJournal(this.#state, unplaced, this.#services.journalEventsMax);
    if (end) this.isCutOff = true;
    const event = { ...(end ?? unplaced), at: unplaced.at, seq: this.#state.seq + 1 };
    this.outbox.add(this.#state, event);
    this.#machine.apply(event);
    this.events.push(event);
    // A run that begins anew is told so like one that begins.
    if (!isOutcome(event) && event.type !== 'run_continued') return;
    for (const command of this.#sandbox.deliver(event)) this.#recordCommand(command, event.at);
  }

  #recordCommand(command: Command, at: number): void {
    if (isTerminal(this.#state.status)) return;
    switch (command.type) {
      case 'run_continued':
        return this.#continue(command, at);
      case 'run_cancelled':
        return this.record({ ...command, ...reasonOf(this.#state.cancelReason), at });
      case 'stream_written': {
        const { content, first, ...written } = command;
        this.appends.write(command);
        if (first !== undefined) this.listed.push({ stream: command.stream, first, texts: content as Payload[] });
        return this.record({ ...written, at });
      }
      case 'stream_closed':
        this.appends.close(command);
        return this.record({ ...command, at });
      default:
        this.record({ ...command, at });
    }
  }

  #continue(command: Continuation, at: number): void {
    const { sandbox, buildId } = this.#services.openNext();
    this.#sandbox = sandbox;
    const { startedAt, pausedAt } = this.#state;
    const begun = { buildId, startedAt: startedAt!, behaviour: CURRENT_BEHAVIOUR };
    this.record({ ...command, ...begun, ...(pausedAt !== null && { pausedAt }), at });
  }
}
