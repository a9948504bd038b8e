/** Tells OpenTelemetry of the work of one connection: spans, metrics and records of the log. */
import { nameOf, type RunId, type WorkflowId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import type {
  AttemptEnd,
  Gauges,
  MeasuredCommit,
  MeasuredEnd,
  StartedChild,
  Telemetry,
  TraceContext,
  TracedAttempt,
  TracedRun,
} from '../contract/telemetry.ts';
import { describeEncoded } from '../observe/error-facts.ts';
import { allowInSteps, describeToolCall } from './in-step.ts';
import { watchLog } from './log-records.ts';
import { Meters } from './meters.ts';
import type { SpanAttributes } from './open-telemetry.ts';
import type { Signal } from './signals.ts';
import { Tracing, type TracingOptions } from './tracing.ts';

/** Which of them are made, and with what. */
export interface TelemetryOptions extends TracingOptions {
  signals: ReadonlySet<Signal>;
}

const MS = 1_000;

/** Passes everything on to the providers that the application has registered. Without them it does next to nothing. */
export class RunTelemetry implements Telemetry {
  readonly #options: TelemetryOptions;
  readonly #tracing: Tracing;
  readonly #meters = new Meters();

  constructor(options: TelemetryOptions) {
    this.#options = options;
    allowInSteps(options.signals);
    this.#tracing = new Tracing(options);
  }

  get #traces(): boolean {
    return this.#options.signals.has('traces') && this.#tracing.isOn;
  }

  get #measures(): boolean {
    return this.#options.signals.has('metrics') && this.#meters.isOn;
  }

  async startRun(
    workflowId: WorkflowId,
    create: (trace: TraceContext | null) => Promise<{ runId: RunId; isNew: boolean }>,
  ): Promise<RunId> {
    const createAndCount = async (trace: TraceContext | null): Promise<RunId> => {
      const { runId, isNew } = await create(trace);
      if (isNew && this.#measures) this.#meters.count('workflow.runs.started', nameWorkflow({ workflowId }));
      return runId;
    };
    return this.#traces ? await this.#tracing.startRun(workflowId, createAndCount) : await createAndCount(null);
  }

  startChild(child: StartedChild): TraceContext | null {
    if (this.#measures) this.#meters.count('workflow.runs.started', nameWorkflow(child));
    return this.#traces ? this.#tracing.startChild(child) : null;
  }

  async deliverToHook<Outcome extends { ok: boolean; runId?: RunId }>(
    deliver: (trace: TraceContext | null) => Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = this.#traces ? await this.#tracing.deliverToHook(deliver) : await deliver(null);
    if (this.#measures) this.#meters.count('workflow.hook.deliveries', { 'workflow.hook.found': outcome.ok });
    return outcome;
  }

  messageFrom(runId: RunId, trace: TraceContext): void {
    if (this.#traces) this.#tracing.messageFrom(runId, trace);
  }

  runBusy(run: TracedRun): void {
    if (this.#traces) this.#tracing.runBusy(run);
  }

  takeSpan(runId: RunId): string | null {
    return this.#traces ? this.#tracing.takeSpan(runId) : null;
  }

  runRests(runId: RunId): void {
    this.#tracing.runRests(runId);
  }

  runEnded({ runId, workflowId, status, tookMs, payload }: MeasuredEnd): void {
    this.#tracing.runRests(runId, { status, payload });
    if (!this.#measures) return;
    const attributes = { ...nameWorkflow({ workflowId }), 'workflow.run.status': status };
    this.#meters.count('workflow.runs.ended', { ...attributes, ...typeOf(payload) });
    this.#meters.record('workflow.run.duration', tookMs / MS, attributes);
  }

  runParked(run: { workflowId: WorkflowId | null }): void {
    if (this.#measures) this.#meters.count('workflow.runs.parked', nameWorkflow(run));
  }

  attempt<Outcome extends AttemptEnd>(
    attempt: TracedAttempt,
    since: number,
    make: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const measured = this.#measures ? () => this.#measure(attempt, since, make) : make;
    return this.#traces ? this.#tracing.attempt(attempt, measured) : measured();
  }

  called(stepName: string, args: readonly unknown[]): void {
    if (!this.#traces) return;
    const toolCallId = toolCallIn(args);
    if (toolCallId !== null) describeToolCall({ toolName: nameOf(stepName), toolCallId });
  }

  async #measure<Outcome extends AttemptEnd>(
    attempt: TracedAttempt,
    since: number,
    make: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { now } = this.#options;
    const attributes = { ...nameWorkflow(attempt), 'workflow.step.name': nameOf(attempt.name) };
    const beganAt = now();
    this.#meters.record('workflow.step.wait', Math.max(0, beganAt - since) / MS, attributes);
    const outcome = await make();
    const ended = { ...attributes, 'workflow.step.outcome': outcome.kind };
    this.#meters.record('workflow.step.duration', Math.max(0, now() - beganAt) / MS, ended);
    if (outcome.kind === 'failed' || outcome.kind === 'retry')
      this.#meters.count('workflow.step.failures', { ...ended, ...typeOf(outcome.payload) });
    return outcome;
  }

  replayed({ tookMs, ...run }: { workflowId: WorkflowId | null; tookMs: number }): void {
    if (this.#measures) this.#meters.record('workflow.replay.duration', tookMs / MS, nameWorkflow(run));
  }

  committed({ events, tookMs }: MeasuredCommit): void {
    if (!this.#measures) return;
    this.#meters.record('workflow.commit.duration', tookMs / MS);
    this.#meters.record('workflow.commit.size', sizeOf(events));
  }

  watchLog(log: Log): Log {
    return watchLog(log, {
      contextOf: (runId) => (this.#traces ? this.#tracing.contextOf(runId) : null),
      hasRecords: this.#options.signals.has('logs'),
      onMessage: (level, event) => {
        if (!this.#measures) return;
        this.#meters.count('workflow.log.messages', { 'workflow.log.event': event, 'workflow.log.level': level });
        if (event === 'lease_lost') this.#meters.count('workflow.lease.losses');
      },
    });
  }

  observe(gauges: Gauges): () => void {
    const stop = this.#options.signals.has('metrics') ? this.#meters.observe(gauges) : () => {};
    return () => {
      stop();
      this.#tracing.close();
    };
  }
}

/** The id of a call that an agent makes: the second argument of all its tools has it. */
function toolCallIn(args: readonly unknown[]): string | null {
  const options = args[1];
  if (typeof options !== 'object' || options === null || !('idempotencyKey' in options)) return null;
  return 'toolCallId' in options && typeof options.toolCallId === 'string' ? options.toolCallId : null;
}

const nameWorkflow = ({ workflowId }: { workflowId: WorkflowId | null }): SpanAttributes => ({
  'workflow.name': nameOf(workflowId ?? ''),
});

const typeOf = (payload: string | null): SpanAttributes =>
  payload === null ? {} : { 'error.type': describeEncoded(payload).name };

function sizeOf(events: readonly object[]): number {
  let size = 0;
  for (const event of events) if ('payload' in event && typeof event.payload === 'string') size += event.payload.length;
  return size;
}
