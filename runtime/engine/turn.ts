/** One turn: outcomes become events, the code gets them one at a time, and its commands follow each. */
import { CURRENT_BEHAVIOUR } from '../journal/behaviours.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { WorkflowError } from '../contract/errors.ts';
import { encodeError, findTooLarge } from '../host-values/host-codec.ts';
import { describeCommand, type Command, type Continuation } from '../journal/commands.ts';
import { isOutcome } from '../journal/event-kinds.ts';
import { isTerminal, payloadLength, type JournalEvent, type Payload, type Unplaced } from '../journal/events.ts';
import { doAtOnce, SliceMeter, type SlicedWork } from '../contract/slices.ts';
import type { RunState, RunStateMachine } from '../journal/run-state.ts';
import { toHostCommand } from '../replay/host-command.ts';
import type { Sandbox } from '../replay/realm.ts';
import type { LastChunks } from '../steps/step-streams.ts';
import type { ListedTexts } from '../steps/stored-lists.ts';
import type { OpenedRun } from './builds.ts';
import { endOfFullJournal } from './full-journal.ts';
import { toOutcomeEvents, type Outcome, type TurnFacts } from './outcome.ts';
import { RunOutbox, TurnAppends, type NewRunFacts } from './outbox.ts';

/** Where a turn gets new runs and new code from. */
export interface TurnServices {
  newRunFacts: NewRunFacts;
  /** Events that a journal takes since its run began anew; the next one ends the run. */
  journalEventsMax: number;
  /** The `span` of its first event. Default: none. */
  span?: string | null;
  /** The code for a run that begins anew, and its build. */
  openNext(input: readonly Payload[]): OpenedRun;
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
  readonly #meter = new SliceMeter();
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

  /**
   * Takes one outcome, as work that can be interrupted. It becomes no event when the code waits for it no more. Nothing
   * else may be done with the turn before the work is done.
   */
  *take(outcome: Outcome, facts: TurnFacts): SlicedWork<void> {
    const events = toOutcomeEvents(this.#state, outcome, facts);
    if (outcome.kind === 'step' && outcome.outcome.kind === 'completed')
      this.#takeLastChunks(outcome.outcome.last, events.length > 0);
    for (const event of events) {
      // The code may have gone on without this call in reaction to an event before.
      const isAwaited = !('call' in event) || this.#state.open.has(event.call);
      if (isAwaited) yield* this.#recordInSlices({ ...event, at: facts.at });
    }
  }

  /** Goes before the result: when the code has that and writes to the same stream, its chunks come later. */
  #takeLastChunks(last: LastChunks | null, isAwaited: boolean): void {
    if (isAwaited) for (const append of last?.appends ?? []) this.appends.add(append);
    else void last?.storeAlone();
  }

  /** Adds an event and all commands that follow from it. Does nothing after the end of the run. */
  record(unplaced: Unplaced & { at: number }): void {
    doAtOnce(this.#recordInSlices(unplaced));
  }

  *#recordInSlices(unplaced: Unplaced & { at: number }): SlicedWork<void> {
    const event = this.#append(unplaced);
    // A run that begins anew is told so like one that begins.
    if (!event || (!isOutcome(event) && event.type !== 'run_continued')) return;
    if (this.#meter.isOver(payloadLength(event))) yield;
    for (const asked of this.#sandbox.deliverOnly(event)) {
      const command = toHostCommand(asked);
      if (this.#meter.isOver(payloadLength(command))) yield;
      this.#refuseTooLarge(command, event.at);
      if (command.type === 'run_continued') yield* this.#continue(command, event.at);
      else this.#recordCommand(command, event.at);
    }
  }

  /** Adds an event to the end of the journal. @returns `null` after the end of the run. */
  #append(unplaced: Unplaced & { at: number }): JournalEvent | null {
    if (isTerminal(this.#state.status)) return null;
    const end = endOfFullJournal(this.#state, unplaced, this.#services.journalEventsMax);
    if (end) this.isCutOff = true;
    const event: JournalEvent = { ...(end ?? unplaced), at: unplaced.at, seq: this.#state.seq + 1 };
    const { span } = this.#services;
    if (span && this.events.length === 0) event.span = span;
    this.outbox.add(this.#state, event);
    this.#machine.apply(event);
    this.events.push(event);
    return event;
  }

  /** Ends the run when the code asks for something with a value that is too large to be stored. */
  #refuseTooLarge(command: Command, at: number): void {
    const error = errorOfLarge(command);
    if (!error || isTerminal(this.#state.status)) return;
    this.isCutOff = true;
    this.#append({ type: 'run_failed', payload: encodeError(error), at });
  }

  #recordCommand(command: Exclude<Command, Continuation>, at: number): void {
    if (isTerminal(this.#state.status)) return;
    switch (command.type) {
      case 'run_cancelled':
        return void this.#append({ ...command, ...reasonOf(this.#state.cancelReason), at });
      case 'stream_written': {
        const { content, first, ...written } = command;
        this.appends.write(command);
        if (first !== undefined) this.listed.push({ stream: command.stream, first, texts: content as Payload[] });
        return void this.#append({ ...written, at });
      }
      case 'stream_closed':
        this.appends.close(command);
        return void this.#append({ ...command, at });
      default:
        this.#append({ ...command, at });
    }
  }

  *#continue(command: Continuation, at: number): SlicedWork<void> {
    if (isTerminal(this.#state.status)) return;
    const input = [command.payload, ...command.hooks.flatMap(({ payloads }) => payloads)];
    const { sandbox, buildId } = this.#services.openNext(input);
    this.#sandbox = sandbox;
    const { startedAt, pausedAt, attributes } = this.#state;
    const begun = { buildId, startedAt: startedAt!, behaviour: CURRENT_BEHAVIOUR, ...(attributes && { attributes }) };
    yield* this.#recordInSlices({ ...command, ...begun, ...(pausedAt !== null && { pausedAt }), at });
  }
}

function errorOfLarge(command: Command): WorkflowError | null {
  if (command.type === 'run_failed') return null;
  const of = () => `A value of ${describeCommand(command)}`;
  if (command.type !== 'stream_written') {
    const length = payloadLength(command);
    return length > 0 ? findTooLarge({ length }, of) : null;
  }
  const longest = command.content.reduce((most, { length }) => Math.max(most, length), 0);
  return findTooLarge({ length: longest }, of);
}
