/**
 * Effects of a run's events on other runs: children are created and cancelled, and a parent hears how its child ended.
 */
import type { RunId } from '../contract/ids.ts';
import { SparseMap } from '../contract/sparse-map.ts';
import type { StartedChild } from '../contract/telemetry.ts';
import { reasonOf } from '../journal/cancel-reason.ts';
import type { StreamWrite } from '../journal/commands.ts';
import type { ChildCreated, JournalEvent, RunCreated } from '../journal/events.ts';
import type { RunState } from '../journal/run-state.ts';
import type { Chunk, InboxContent, NewRun, Outbox, StreamAppend } from '../world/world.ts';

/**
 * Makes what every new run of this deployment gets: fresh randomness, how long it is kept, the behaviour of its
 * journal, and its place in the trace.
 */
export type NewRunFacts = (child: StartedChild) => Pick<RunCreated, 'seed' | 'retentionMs' | 'behaviour' | 'trace'>;

/** Effects on other runs: children are created and cancelled, and a parent hears how its child ended. */
export class RunOutbox {
  readonly #newRunFacts: NewRunFacts;
  readonly #runs: NewRun[] = [];
  readonly #messages: Outbox['messages'] = [];

  constructor(newRunFacts: NewRunFacts) {
    this.#newRunFacts = newRunFacts;
  }

  /** The effects so far; `null`: none. */
  take(): Outbox | null {
    if (this.#runs.length + this.#messages.length === 0) return null;
    return { runs: this.#runs, messages: this.#messages };
  }

  /** Adds the effects of an event. @param state As it is before the event. */
  add(state: RunState, event: JournalEvent): void {
    switch (event.type) {
      case 'child_created':
        this.#runs.push(this.#toNewRun(state, event));
        return;
      case 'child_cancel_requested': {
        const child = state.open.get(event.call);
        if (child?.kind === 'child') this.#send(child.childId, toCancel(event.reason), event.at);
        return;
      }
      case 'run_cancel_requested':
        for (const call of state.open.values()) {
          if (call.kind === 'child' && !call.detached) this.#send(call.childId, toCancel(event.reason), event.at);
        }
        return;
      case 'run_completed':
      case 'run_failed':
        this.#tellParent(state, event.at, {
          status: event.type === 'run_completed' ? 'completed' : 'failed',
          payload: event.payload,
        });
        return;
      case 'run_cancelled':
        this.#tellParent(state, event.at, { status: 'cancelled', ...reasonOf(event.reason) });
        return;
      default:
    }
  }

  #tellParent({ parent }: RunState, at: number, end: Omit<Extract<InboxContent, { type: 'child' }>, 'type' | 'call'>) {
    if (parent) this.#send(parent.runId, { type: 'child', call: parent.call, ...end }, at);
  }

  #send(runId: RunId, content: InboxContent, at: number): void {
    this.#messages.push({ runId, content, at });
  }

  #toNewRun({ runId: parentId, buildId }: RunState, event: ChildCreated): NewRun {
    const { childId, workflowId, payload, call, at, options } = event;
    const parent = { runId: parentId, call };
    const caller = buildId && { callerBuildId: buildId };
    const facts = this.#newRunFacts({ runId: childId, workflowId, parentId });
    return {
      runId: childId,
      workflowId,
      owner: null,
      dueAt: options?.startAt ?? 0,
      events: [{ type: 'run_created', seq: 1, at, workflowId, payload, parent, ...caller, ...facts, ...options }],
    };
  }
}

const toCancel = (reason: string | undefined): InboxContent => ({ type: 'cancel', ...reasonOf(reason) });

type StreamName = Pick<StreamWrite, 'stream' | 'streamRunId'>;
type OpenAppend = StreamAppend & { chunks: Chunk[] };

/** Effects on streams: for each its chunks, in the order in which the code wrote them. */
export class TurnAppends {
  readonly #runId: RunId;
  readonly #byStream = new SparseMap<string, OpenAppend>();

  /** @param runId The run that writes. */
  constructor(runId: RunId) {
    this.#runId = runId;
  }

  /** Adds chunks. A stream that this turn has closed takes none. */
  write({ content, ...name }: StreamName & { content: readonly Chunk[] }): void {
    const append = this.#find(name);
    if (!append.closes) for (const chunk of content) append.chunks.push(chunk);
  }

  /** Adds the last chunks of a step. */
  add({ runId, stream, chunks }: StreamAppend): void {
    this.write({ streamRunId: runId, stream, content: chunks });
  }

  /** Closes the stream after all that was written to it. */
  close(name: StreamName): void {
    this.#find(name).closes = true;
  }

  /** The appends so far; `null`: none. */
  take(): readonly StreamAppend[] | null {
    return this.#byStream.size === 0 ? null : [...this.#byStream.values()];
  }

  #find({ streamRunId: runId = this.#runId, stream }: StreamName): OpenAppend {
    const key = `${runId} ${stream}`;
    let append = this.#byStream.get(key);
    if (!append) this.#byStream.set(key, (append = { runId, stream, chunks: [], closes: false }));
    return append;
  }
}
