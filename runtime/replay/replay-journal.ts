/** Replay: feeds the recorded events of a run to a fresh sandbox and checks that its code asks for the same again. */
import { runtimeError } from '../contract/runtime-errors.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { RunId } from '../contract/ids.ts';
import { describeCommand, isSameCommand, type AskedCommand } from '../journal/commands.ts';
import { isCommand, isOutcome } from '../journal/event-kinds.ts';
import { payloadLength, type JournalEvent, type RunContinued } from '../journal/events.ts';
import { doAtOnce, SliceMeter, type SlicedWork } from '../contract/slices.ts';
import type { TracedPlace } from '../sandbox/call-trace.ts';
import { describePlace } from './call-place.ts';
import { toHostCommand } from './host-command.ts';
import type { Sandbox } from './realm.ts';

/**
 * Brings a fresh sandbox to where the journal ends. All values of the journal have to be readable, see
 * `findUnreadable`.
 * @returns `null`; or the divergence: the code asked for something else than the journal holds.
 */
export function replayJournal(runId: RunId, sandbox: Sandbox, journal: readonly JournalEvent[]): WorkflowError | null {
  const replay = new JournalReplay(runId, sandbox);
  return doAtOnce(replay.take(journal)) ?? replay.end();
}

/** Where the code asks for something else than the journal holds. */
export interface Misfit {
  /** Seq of the event that it does not fit. */
  seq: number;
  /** Where it asks for it; `null`: it asks for nothing, or the run is not traced. */
  place: TracedPlace | null;
  /** It asks for nothing where the journal has something. */
  isSilent: boolean;
}

/** Like {@link replayJournal}, for a journal that comes page by page. */
export class JournalReplay {
  readonly #runId: RunId;
  readonly #sandbox: Sandbox;
  readonly #meter: Pick<SliceMeter, 'isOver'>;
  /** Events that were taken. */
  #count = 0;
  #lastSeq = 0;
  /** The commands of the last turn, and how many of them the journal has. */
  #asked: readonly AskedCommand[] = [];
  #next = 0;
  #misfit: Misfit | null = null;

  /**
   * @param sandbox Is fresh. Nothing else may be done with it before the end of the replay.
   * @param meter Says when a slice of the work is long enough. Default: by what was done.
   */
  constructor(runId: RunId, sandbox: Sandbox, meter: Pick<SliceMeter, 'isOver'> = new SliceMeter()) {
    this.#runId = runId;
    this.#sandbox = sandbox;
    this.#meter = meter;
    sandbox.replaying = true;
  }

  /** The place of the divergence; `null`: there is none. */
  get misfit(): Misfit | null {
    return this.#misfit;
  }

  /** Seq of the last event that it began to take. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Takes the next events, as work that can be interrupted between two of them. @returns The divergence, or `null`. */
  *take(events: readonly JournalEvent[]): SlicedWork<WorkflowError | null> {
    for (const event of events) {
      if (this.#meter.isOver(payloadLength(event))) yield;
      this.#count += 1;
      this.#lastSeq = event.seq;
      if (isOutcome(event) || this.#isBase(event)) {
        if (this.#asked[this.#next]) return this.#divergence(event.seq, describeCommand(event));
        this.#asked = this.#sandbox.deliverOnly(event);
        this.#next = 0;
      } else if (isCommand(event)) {
        const command = this.#asked[this.#next];
        if (!command || !isSameCommand(toHostCommand(command), event))
          return this.#divergence(event.seq, describeCommand(event));
        this.#next += 1;
      }
    }
    return null;
  }

  /** The journal has no further event: the code goes on from here. @returns The divergence, or `null`. */
  end(): WorkflowError | null {
    if (this.#asked[this.#next]) return this.#divergence(this.#lastSeq + 1, 'no further event');
    this.#sandbox.replaying = false;
    return null;
  }

  /** A journal that is read from where its run began anew has that event in front, perhaps after `run_created`. */
  #isBase(event: JournalEvent): event is RunContinued {
    return event.type === 'run_continued' && this.#count <= 2;
  }

  #divergence(seq: number, expected: string): WorkflowError {
    const command = this.#asked[this.#next];
    const found = command ? describeCommand(toHostCommand(command)) : 'nothing';
    const place = this.#sandbox.places[this.#next] ?? null;
    this.#misfit = { seq, place, isSilent: command === undefined };
    const described = place ? describePlace(place) : undefined;
    return runtimeError('run_diverged', { runId: this.#runId, seq, expected, found, place: described });
  }
}
