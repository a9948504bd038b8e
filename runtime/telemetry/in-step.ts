/** Spans and metrics of what a step does, for steps that this package brings along, such as calls of models. */
import { VERSION } from '../contract/version.ts';
import { describeThrown } from '../observe/error-facts.ts';
import { Meters } from './meters.ts';
import type { MetricName } from './metric-table.ts';
import {
  activeContext,
  type SpanAttributes,
  findTracing,
  inContext,
  SCOPE,
  SPAN_KEY,
  SPAN_KIND,
  spanOf,
  STATUS_ERROR,
} from './open-telemetry.ts';
import type { Signal } from './signals.ts';
import { RUN_KEY } from './tracing.ts';

const SIGNALS_KEY = Symbol.for('workflow.telemetry.signals');
/** One for the process, also when it holds two copies of this package. */
const holder = globalThis as { [SIGNALS_KEY]?: ReadonlySet<Signal> };
const meters = new Meters();

/** Says what steps of this process may make. */
export const allowInSteps = (signals: ReadonlySet<Signal>): void => void (holder[SIGNALS_KEY] = signals);

/** A span below that of the attempt that runs. */
export interface SpanInStep<Result> {
  name: string;
  kind: keyof typeof SPAN_KIND;
  attributes: SpanAttributes;
  /** Makes the attributes that are known when the work is done. */
  describe(result: Result): SpanAttributes;
}

/** Does work of a step in a span of its own. Where the attempt has none, nothing is made. */
export async function traceInStep<Result>(span: SpanInStep<Result>, work: () => Promise<Result>): Promise<Result> {
  const parent = activeContext();
  const provider = parent.getValue(RUN_KEY) === undefined ? undefined : findTracing();
  if (!provider) return await work();
  const { name, kind, attributes } = span;
  const open = provider.getTracer(SCOPE, VERSION).startSpan(name, { kind: SPAN_KIND[kind], attributes }, parent);
  try {
    const result = await inContext(parent.setValue(SPAN_KEY, open), work);
    open.setAttributes(span.describe(result));
    return result;
  } catch (error) {
    // The span of the attempt has the rest, as far as it may be told.
    open.setAttributes({ 'error.type': describeThrown(error).name });
    open.setStatus({ code: STATUS_ERROR });
    throw error;
  } finally {
    open.end();
  }
}

/** Renames the span of the attempt that runs, and adds to it. Call it before {@link traceInStep}. */
export function describeAttempt(name: string, attributes: SpanAttributes): void {
  const active = activeContext();
  if (active.getValue(RUN_KEY) === undefined) return;
  const span = spanOf(active);
  span?.updateName(name);
  span?.setAttributes(attributes);
}

/** Says that the attempt that runs is a call of a tool, by the conventions for generative AI. */
export const describeToolCall = ({ toolName, toolCallId }: { toolName: string; toolCallId: string }): void =>
  describeAttempt(`execute_tool ${toolName}`, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': toolName,
    'gen_ai.tool.call.id': toolCallId,
    'gen_ai.tool.type': 'function',
  });

/** Notes a value of a metric. */
export function recordInStep(name: MetricName<'histogram'>, value: number, attributes: SpanAttributes): void {
  if (holder[SIGNALS_KEY]?.has('metrics')) meters.record(name, value, attributes);
}
