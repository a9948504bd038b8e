/**
 * The context of a running step attempt: values that cross into the step and the functions that the step calls ask for
 * it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AttributeChanges } from '../contract/attributes.ts';
import type { FoundStep } from '../contract/build.ts';
import type { Layer } from '../contract/layers.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { Payload } from '../journal/events.ts';
import type { StepReference } from '../values/codec-environment.ts';
import type { StreamReference } from '../values/stream-reference.ts';

/** The streams that one attempt writes to, by name or by reference. */
export interface WrittenStreams {
  /** Opens a stream of a run for writing. `runId`: by default the run of the step. */
  open(stream: string, runId?: RunId): WritableStream<unknown>;
  /** Reads what this step call has written to the stream, in this attempt or an earlier one. */
  readWritten(reference: StreamReference): Promise<(Payload | Uint8Array)[]>;
  /** Yields all that the stream holds now, whoever wrote it. */
  readAll(reference: StreamReference): AsyncIterable<Payload | Uint8Array>;
  /** Starts over: the next chunks take the place of those that this step call has written. */
  restart(reference: StreamReference): Promise<void>;
  /** Stores chunks a moment later from now on, so that they share commits. */
  gather(reference: StreamReference): void;
}

/** The attempt, the call and the run that the current code runs for. Times are in milliseconds since the epoch. */
export interface StepContext {
  runId: RunId;
  workflowId: WorkflowId;
  workflowStartedAt: number;
  baseUrl: string;
  stepName: string;
  /** Where the code of the step was evaluated, if the application has layers. */
  layer: Layer | undefined;
  call: number;
  attempt: number;
  /** When the first attempt of the call began. */
  startedAt: number;
  /** Of the attempt. It is made when it is first asked for: most steps never do. */
  signal(): AbortSignal;
  /** The abort signals of the run's workflow, by their number in the run. */
  signals: { open(signal: number): AbortSignal };
  streams: WrittenStreams;
  /** Detail of the last heartbeat of an earlier attempt. */
  lastHeartbeat: unknown;
  heartbeat(detail: unknown): void;
  /** The step functions that the input brings along, as they are decoded; `null` once they have been looked at. */
  passedSteps: StepReference[] | null;
  /** Ignored after the attempt has ended. @throws `option_invalid` when the run would have too many. */
  setAttributes(changes: AttributeChanges): void;
  /** The function of a step that was passed as a value, or why there is none. */
  findStep(name: string): FoundStep;
}

const KEY = Symbol.for('workflow.step-context');
type Holder = { [KEY]?: AsyncLocalStorage<StepContext> };

/** One for the process, also when it holds two copies of this package (a bundled one and an external one). */
export const stepContext = ((globalThis as Holder)[KEY] ??= new AsyncLocalStorage<StepContext>());
