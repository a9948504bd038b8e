/**
 * The spans of runs. A run may take weeks, and no span may: `start` is a short span where the run is started, and each
 * stretch of work on the run is a span below it, from when something is to be done until the run waits again. Attempts
 * of steps are below the stretch in which they begin. A replay does no work of a run and makes no span.
 */
import { nameOf, toStepId, type RunId, type WorkflowId } from '../contract/ids.ts';
import type { AttemptEnd, StartedChild, TraceContext, TracedAttempt, TracedRun } from '../contract/telemetry.ts';
import { VERSION } from '../contract/version.ts';
import { describeEncoded, describeThrown, type ErrorFacts, withoutMessage } from '../observe/error-facts.ts';
import {
  activeContext,
  type SpanAttributes,
  type Context,
  findTracing,
  inContext,
  ROOT,
  SCOPE,
  type OpenSpan,
  SPAN_KEY,
  SPAN_KIND,
  type SpanPlace,
  STATUS_ERROR,
} from './open-telemetry.ts';
import { isValid, readTraceContext, toContext, toTraceContext } from './trace-context.ts';

/** A run that never waits gets another span for its work after this time. */
const STRETCH_MAX_MS = 300_000;
/** Says in a context of which run its code is; the same in all copies of this package. */
export const RUN_KEY = Symbol.for('workflow.telemetry.run');

/** The facts that spans are made with. */
export interface TracingOptions {
  /** The time in milliseconds since the epoch. */
  now(): number;
  /** See `LogSettings`. */
  hasMessages: boolean;
}

interface Stretch {
  span: OpenSpan;
  context: Context;
  run: TracedRun;
  beganAt: number;
  /** It is in the journal, or on its way there. */
  isTold: boolean;
}

interface NewSpan {
  kind: number;
  attributes: SpanAttributes;
  /** The place that it is below. */
  parent: Context;
  links?: SpanPlace[];
}

type Tracer = ReturnType<NonNullable<ReturnType<typeof findTracing>>['getTracer']>;

/** Makes the spans of one connection. Its methods do nothing where no provider is registered. */
export class Tracing {
  readonly #options: TracingOptions;
  /** By run that is worked on here. */
  readonly #stretches = new Map<RunId, Stretch>();
  /** Where messages came from that wait for the next stretch of their run. */
  readonly #causes = new Map<RunId, SpanPlace[]>();
  #provider: ReturnType<typeof findTracing>;
  #tracer: Tracer | undefined;

  constructor(options: TracingOptions) {
    this.#options = options;
  }

  /** Whether the application has registered a tracer provider. */
  get isOn(): boolean {
    return findTracing() !== undefined;
  }

  /** Does what creates a run, below what the caller does. */
  async startRun(workflowId: WorkflowId, create: (trace: TraceContext | null) => Promise<RunId>): Promise<RunId> {
    const name = nameOf(workflowId);
    const span = this.#startSpan(`start ${name}`, {
      kind: SPAN_KIND.producer,
      attributes: { 'workflow.name': name },
      parent: activeContext(),
    });
    return await this.#whileOpen(span, async () => {
      const runId = await create(toTraceContext(span.spanContext()));
      span.setAttributes({ 'workflow.run.id': runId });
      return runId;
    });
  }

  /** A moment in the stretch of the parent: the child is created with the commit that follows. */
  startChild({ runId, workflowId, parentId }: StartedChild): TraceContext | null {
    const name = nameOf(workflowId);
    const span = this.#startSpan(`start ${name}`, {
      kind: SPAN_KIND.producer,
      attributes: { 'workflow.name': name, 'workflow.run.id': runId, 'workflow.parent.run.id': parentId },
      parent: this.#stretches.get(parentId)?.context ?? ROOT,
    });
    span.end();
    return toTraceContext(span.spanContext());
  }

  /** Does what hands a payload to a hook, below what the caller does. The token is a secret, and stays out. */
  async deliverToHook<Outcome extends { ok: boolean; runId?: RunId }>(
    deliver: (trace: TraceContext | null) => Promise<Outcome>,
  ): Promise<Outcome> {
    const span = this.#startSpan('resume hook', {
      kind: SPAN_KIND.producer,
      attributes: {},
      parent: activeContext(),
    });
    return await this.#whileOpen(span, async () => {
      const outcome = await deliver(toTraceContext(span.spanContext()));
      const { ok, runId } = outcome;
      span.setAttributes({ 'workflow.hook.found': ok, ...(runId && { 'workflow.run.id': runId }) });
      return outcome;
    });
  }

  /** The stretch that takes the message is linked to where it came from. */
  messageFrom(runId: RunId, trace: TraceContext): void {
    const from = readTraceContext(trace);
    if (!from) return;
    const { span } = this.#stretches.get(runId) ?? {};
    if (span?.addLink) return void span.addLink({ context: from });
    const causes = this.#causes.get(runId);
    if (causes) causes.push(from);
    else this.#causes.set(runId, [from]);
  }

  runBusy(run: TracedRun): void {
    if (!this.#stretches.has(run.runId)) {
      const before = run.lastSpan === null ? null : readTraceContext({ traceparent: run.lastSpan });
      this.#beginStretch(run, [...(before ? [before] : []), ...(this.#causes.get(run.runId) ?? [])]);
    }
    this.#causes.delete(run.runId);
  }

  /** See `Telemetry`. A span that is not sampled is found by nobody. */
  takeSpan(runId: RunId): string | null {
    const stretch = this.#stretches.get(runId);
    if (!stretch || stretch.isTold || !stretch.span.isRecording()) return null;
    stretch.isTold = true;
    return toTraceContext(stretch.span.spanContext())?.traceparent ?? null;
  }

  /** @param end How the run has ended, if it has. */
  runRests(runId: RunId, end?: { status: string; payload: string | null }): void {
    const { span } = this.#stretches.get(runId) ?? {};
    this.#causes.delete(runId);
    if (!span) return;
    this.#stretches.delete(runId);
    if (end) span.setAttributes({ 'workflow.run.status': end.status });
    if (end?.payload && span.isRecording()) this.#fail(span, end.payload);
    span.end();
  }

  /** All runs are let go at once. */
  close(): void {
    for (const runId of this.#stretches.keys()) this.runRests(runId);
    this.#causes.clear();
  }

  /** Makes an attempt in a span of its own: spans of the user's function are below it. */
  async attempt<Outcome extends AttemptEnd>(attempt: TracedAttempt, make: () => Promise<Outcome>): Promise<Outcome> {
    const { runId, call } = attempt;
    const name = nameOf(attempt.name);
    const parent = this.#stretchFor(attempt) ?? parentOf(attempt);
    const span = this.#startSpan(name, {
      kind: SPAN_KIND.internal,
      attributes: {
        ...describeRun(attempt),
        'workflow.step.name': name,
        'workflow.step.id': toStepId(runId, call),
        'workflow.step.attempt': attempt.attempt,
      },
      parent,
    });
    const context = parent.setValue(RUN_KEY, runId).setValue(SPAN_KEY, span);
    try {
      const outcome = await inContext(context, make);
      span.setAttributes({ 'workflow.step.outcome': outcome.kind });
      const hasFailed = outcome.kind === 'failed' || outcome.kind === 'retry';
      if (hasFailed && span.isRecording()) this.#fail(span, outcome.payload);
      return outcome;
    } finally {
      span.end();
    }
  }

  /** The place of a message about a run: the attempt that runs, or else the stretch of the run. */
  contextOf(runId: unknown): Context | null {
    const active = activeContext();
    if (active.getValue(RUN_KEY) !== undefined) return active;
    return this.#stretches.get(runId as RunId)?.context ?? null;
  }

  #beginStretch(run: TracedRun, links: SpanPlace[]): Stretch {
    const parent = parentOf(run);
    const span = this.#startSpan(`run ${nameOf(run.workflowId ?? '')}`, {
      kind: SPAN_KIND.consumer,
      attributes: describeRun(run),
      parent,
      links,
    });
    const stretch = {
      span,
      run,
      context: parent.setValue(SPAN_KEY, span),
      beganAt: this.#options.now(),
      isTold: false,
    };
    this.#stretches.set(run.runId, stretch);
    return stretch;
  }

  /** Where an attempt of the run belongs. A stretch that lasts gives way to another one, which is linked to it. */
  #stretchFor({ runId }: Pick<TracedRun, 'runId'>): Context | null {
    const stretch = this.#stretches.get(runId);
    if (!stretch) return null;
    if (this.#options.now() - stretch.beganAt < STRETCH_MAX_MS) return stretch.context;
    stretch.span.end();
    return this.#beginStretch(stretch.run, [stretch.span.spanContext()]).context;
  }

  #startSpan(name: string, { kind, attributes, parent, links = [] }: NewSpan): OpenSpan {
    const provider = findTracing();
    if (provider !== this.#provider) {
      this.#provider = provider;
      this.#tracer = provider?.getTracer(SCOPE, VERSION);
    }
    const toLinks = links.map((context) => ({ context }));
    return this.#tracer!.startSpan(name, { kind, attributes, ...(links.length > 0 && { links: toLinks }) }, parent);
  }

  async #whileOpen<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
    try {
      return await inContext(activeContext().setValue(SPAN_KEY, span), work);
    } catch (error) {
      const { name, message } = this.#toTell(describeThrown(error));
      span.setAttributes({ 'error.type': name });
      span.setStatus({ code: STATUS_ERROR, ...(message && { message }) });
      throw error;
    } finally {
      span.end();
    }
  }

  #toTell(facts: ErrorFacts): ErrorFacts {
    return this.#options.hasMessages ? facts : withoutMessage(facts);
  }

  /** @param payload The encoded error. */
  #fail(span: OpenSpan, payload: string): void {
    const { name, message, code, stack } = this.#toTell(describeEncoded(payload));
    span.setAttributes({ 'error.type': name, ...(code !== null && { 'workflow.error.code': code }) });
    span.setStatus({ code: STATUS_ERROR, ...(message && { message }) });
    span.recordException({ name, message, ...(stack && { stack }) });
  }
}

/** The place where a run was started. Where nobody traced that, its spans begin traces of their own. */
function parentOf({ trace }: Pick<TracedRun, 'trace'>): Context {
  const started = trace && readTraceContext(trace);
  return started && isValid(started) ? toContext(started) : ROOT;
}

const describeRun = ({ runId, workflowId }: Pick<TracedRun, 'runId' | 'workflowId'>): SpanAttributes => ({
  'workflow.name': nameOf(workflowId ?? ''),
  'workflow.run.id': runId,
});
