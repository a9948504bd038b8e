/** Encrypts the values of what a World is to store. */
import type { RunId } from '../../contract/ids.ts';
import { SliceMeter, type SlicedWork } from '../../contract/slices.ts';
import { assertReadable } from '../../contract/unreadable-value.ts';
import { payloadLength, type JournalEvent } from '../../journal/events.ts';
import type * as W from '../world.ts';
import { sealChunks } from './chunk-groups.ts';
import type { KeyRing } from './key-ring.ts';
import { seal } from './value-cipher.ts';
import { changeContent, changeEvent, chunkPlace, type ChangeValue } from './value-places.ts';

/** Encrypts with the first key of a ring. Without one, values stay as they are. */
export class RecordSealer {
  readonly #keys: KeyRing;

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** A run that is created, or a commit, besides its {@link appends}. A large one is done in slices. */
  *run<Run extends Pick<W.NewRun, 'runId' | 'events' | 'outbox'>>(run: Run): SlicedWork<Run> {
    const { runId, events, outbox } = run;
    const sealed = yield* changeEvents(events, this.valuesOf(runId));
    // Without a key only a look at the values is needed.
    if (!this.#keys.first && !outbox) return run;
    return { ...run, events: sealed, ...(outbox && { outbox: yield* this.#outbox(outbox) }) };
  }

  *#outbox({ runs, messages }: W.Outbox): SlicedWork<W.Outbox> {
    const sealed: W.NewRun[] = [];
    const meter = new SliceMeter();
    for (const run of runs) {
      sealed.push(yield* this.run(run));
      if (meter.isOver()) yield;
    }
    return {
      runs: sealed,
      messages: messages.map((message) => ({
        ...message,
        content: this.content(message.runId, message.content),
      })),
    };
  }

  /** The chunks of a run that is created, or of a commit. */
  appends<Run extends Pick<W.NewRun, 'appends'>>(run: Run): Run {
    const seal = (append: W.StreamAppend): W.StreamAppend => {
      const { runId, stream, index, chunks } = append;
      return { ...append, chunks: sealChunks(this.#keys, chunkPlace(runId, stream, index), chunks) };
    };
    return run.appends ? { ...run, appends: run.appends.map(seal) } : run;
  }

  /** A message for a run. @param n Its number in the inbox; needed for a payload of a hook. */
  content(runId: RunId, content: W.InboxContent, n?: number): W.InboxContent {
    return changeContent(content, this.valuesOf(runId), n);
  }

  /**
   * How to encrypt single values of a run.
   * @throws `value_key_missing`, `value_altered` for a text that stands for an unreadable value.
   */
  valuesOf(runId: RunId): ChangeValue {
    return (value, at, number) => {
      assertReadable(value);
      return seal(this.#keys, { runId, at, number }, value);
    };
  }
}

/** The events with their values changed. The event loop belongs to the host, so many of them are done in slices. */
export function* changeEvents(events: readonly JournalEvent[], change: ChangeValue): SlicedWork<JournalEvent[]> {
  const changed: JournalEvent[] = [];
  const meter = new SliceMeter();
  for (const event of events) {
    changed.push(changeEvent(event, change));
    if (meter.isOver(payloadLength(event))) yield;
  }
  return changed;
}
