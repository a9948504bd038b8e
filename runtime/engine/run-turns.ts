/** The turns of one run. Each takes outcomes that came in, and all that the code asks for then. */
import type { SlicedWork } from '../contract/slices.ts';
import type { Unplaced } from '../journal/events.ts';
import { doInSlices, passOn } from '../world/event-loop.ts';
import type { ActorServices } from './actor-services.ts';
import type { IncomingMessages } from './incoming-messages.ts';
import type { Outcome } from './outcome.ts';
import type { OwnPayloads } from './own-payloads.ts';
import type { RunAttempts } from './run-attempts.ts';
import type { RunCode } from './run-code.ts';
import type { RunJournal } from './run-journal.ts';
import type { Turn } from './turn.ts';

/** After so many attempts that ended with their process a step is given up. */
const INTERRUPTIONS_MAX = 25;

/** The parts of an actor that its turns move on. */
export interface RunTurnsOptions {
  services: Pick<ActorServices<unknown>, 'clock' | 'telemetry' | 'newRunFacts' | 'journalEventsMax' | 'cancelGraceMs'>;
  journal: RunJournal;
  /** Has a sandbox whenever a turn is opened. */
  code: RunCode;
  attempts: RunAttempts;
  messages: IncomingMessages;
  ownPayloads: OwnPayloads;
  /** Whether the run was let go: then nothing more is taken. */
  isStopped(): boolean;
}

/** Opens the turns of one run, one at a time. */
export class RunTurns {
  readonly #options: RunTurnsOptions;

  constructor(options: RunTurnsOptions) {
    this.#options = options;
  }

  /** A turn that takes these outcomes: at once if one slice is enough. Otherwise the run may be let go meanwhile. */
  take(outcomes: readonly Outcome[]): Turn | Promise<Turn> {
    const turn = this.#open();
    const work = this.#takeInSlices(turn, outcomes);
    return work.next().done
      ? turn
      : passOn()
          .then(() => doInSlices(work))
          .then(() => turn);
  }

  /** A turn with one event that nothing outside has caused. */
  record(event: Unplaced): Turn {
    const turn = this.#open();
    turn.record({ ...event, at: this.#now() });
    return turn;
  }

  #open(): Turn {
    const { journal, code, services } = this.#options;
    const { newRunFacts, journalEventsMax } = services;
    const span = services.telemetry.takeSpan(journal.state.runId);
    const openNext: RunCode['openNext'] = (input) => code.openNext(input);
    return journal.openTurn(code.sandbox!, { newRunFacts, journalEventsMax, span, openNext });
  }

  *#takeInSlices(turn: Turn, outcomes: readonly Outcome[]): SlicedWork<void> {
    const { attempts, messages, ownPayloads } = this.#options;
    // The code does not hear of them, and one of the other outcomes may end the run.
    for (const outcome of outcomes) if (isOfAttributes(outcome)) yield* this.#takeOne(turn, outcome);
    for (const outcome of outcomes) {
      if (this.#options.isStopped()) return;
      if (outcome.kind === 'message') {
        const { content } = outcome.message;
        messages.take(outcome.message);
        // A late result, and the next attempt has begun: that one counts.
        if (content.type === 'step' && !attempts.takeBack(content)) continue;
        if (content.type === 'attempt') attempts.hear(content);
      }
      if (outcome.kind === 'step' || outcome.kind === 'interrupted') attempts.settle(outcome.call);
      if (isOfAttributes(outcome)) continue;
      const before = turn.events.length;
      yield* this.#takeOne(turn, outcome);
      if (outcome.kind === 'message') ownPayloads.take(outcome.message, turn.events.slice(before));
    }
  }

  #takeOne(turn: Turn, outcome: Outcome): SlicedWork<void> {
    const { code, services } = this.#options;
    const { cancelGraceMs } = services;
    return turn.take(outcome, {
      at: this.#now(),
      buildId: code.buildId!,
      cancelGraceMs,
      interruptionsMax: INTERRUPTIONS_MAX,
    });
  }

  /** The time that the next event gets: a run's time never goes back. */
  #now(): number {
    const { services, journal } = this.#options;
    return Math.max(services.clock.now(), journal.state.lastAt);
  }
}

const isOfAttributes = (outcome: Outcome): boolean =>
  outcome.kind === 'attributes' || (outcome.kind === 'message' && outcome.message.content.type === 'attributes');
