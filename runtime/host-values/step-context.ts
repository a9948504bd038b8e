/** What a running step attempt knows about itself, for `getStepMetadata()` and friends. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RegisteredStep } from '../contract/build.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { RunSignals } from './run-signals.ts';
import type { StepStreams } from '../steps/step-streams.ts';

export interface StepContext {
  runId: RunId;
  workflowId: WorkflowId;
  workflowStartedAt: number;
  baseUrl: string;
  stepName: string;
  call: number;
  attempt: number;
  startedAt: number;
  signal: AbortSignal;
  /** The signals of the run's workflow. */
  signals: RunSignals;
  streams: StepStreams;
  /** What an attempt before this one said last. */
  lastHeartbeat: unknown;
  heartbeat(detail: unknown): void;
  findStep(name: string): RegisteredStep | undefined;
}

const KEY = Symbol.for('workflow.step-context');
type Holder = { [KEY]?: AsyncLocalStorage<StepContext> };

/** One for the process, also when it holds two copies of this package (a bundled one and an external one). */
export const stepContext = ((globalThis as Holder)[KEY] ??= new AsyncLocalStorage<StepContext>());
