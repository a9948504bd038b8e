/** One turn: outcomes become events, are delivered to the code one at a time, and what it asks for follows each. */
import type { Command } from '../journal/commands.ts';
import { isOutcome } from '../journal/event-kinds.ts';
import { isTerminal, type JournalEvent, type Unplaced } from '../journal/events.ts';
import { applyEvent, type RunState } from '../journal/run-state.ts';
import type { Sandbox } from '../replay/realm.ts';
import { toOutcomeEvents, type Outcome, type OutcomeContext } from './outcome.ts';

export class Turn {
  /** Length of the journal before it. */
  readonly afterSeq: number;
  /** What it adds to the journal. */
  readonly events: JournalEvent[] = [];
  readonly #state: RunState;
  readonly #sandbox: Sandbox;

  constructor(state: RunState, sandbox: Sandbox) {
    this.#state = state;
    this.#sandbox = sandbox;
    this.afterSeq = state.seq;
  }

  take(outcome: Outcome, context: OutcomeContext): void {
    for (const event of toOutcomeEvents(this.#state, outcome, context)) this.record({ ...event, at: context.at });
  }

  /** After the end of the run nothing is recorded any more. */
  record(unplaced: Unplaced & { at: number }): void {
    if (isTerminal(this.#state.status)) return;
    const event = { ...unplaced, seq: this.#state.seq + 1 };
    applyEvent(this.#state, event);
    this.events.push(event);
    if (!isOutcome(event)) return;
    for (const command of this.#sandbox.deliver(event)) this.#recordCommand(command, event.at);
  }

  #recordCommand(command: Command, at: number): void {
    const reason = command.type === 'run_cancelled' ? this.#state.cancelReason : undefined;
    this.record({ ...command, ...(reason !== undefined && { reason }), at });
  }
}
