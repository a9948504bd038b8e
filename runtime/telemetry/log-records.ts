/** The log of the runtime, with the trace that each message belongs to, and as records of OpenTelemetry. */
import type { Log, LogLevel } from '../contract/log.ts';
import { VERSION } from '../contract/version.ts';
import { toFields } from '../observe/log-fields.ts';
import { type SpanAttributes, type Context, findLogs, SCOPE, spanOf } from './open-telemetry.ts';
import { isValid } from './trace-context.ts';

/** As the data model of OpenTelemetry numbers them. */
const SEVERITY: Record<LogLevel, number> = { debug: 5, info: 9, warn: 13, error: 17 };

/** Who hears of messages besides the log. */
export interface LogWatch {
  /** Finds where in a trace a message about a run belongs; `null`: in none. */
  contextOf(runId: unknown): Context | null;
  /** Whether records are made. */
  hasRecords: boolean;
  onMessage(level: LogLevel, event: string): void;
}

/** Adds `trace_id` and `span_id` to messages about runs that are traced, by the names that collectors look for. */
export function watchLog(log: Log, { contextOf, hasRecords, onMessage }: LogWatch): Log {
  const pass =
    (level: LogLevel): Log['info'] =>
    (event, details) => {
      onMessage(level, event);
      const context = contextOf(details['runId']);
      if (hasRecords) emit(level, event, { details, context });
      log[level](event, context ? { ...details, ...describeTrace(context) } : details);
    };
  return { debug: pass('debug'), info: pass('info'), warn: pass('warn'), error: pass('error') };
}

function describeTrace(context: Context): Record<string, string> {
  const span = spanOf(context)?.spanContext();
  return span && isValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

function emit(
  level: LogLevel,
  event: string,
  { details, context }: { details: Record<string, unknown>; context: Context | null },
): void {
  findLogs()
    ?.getLogger(SCOPE, VERSION)
    .emit({
      eventName: `workflow.${event}`,
      severityNumber: SEVERITY[level],
      severityText: level.toUpperCase(),
      body: event,
      attributes: flatten(details),
      ...(context && { context }),
    });
}

/** Names of details that have others in OpenTelemetry. */
const NAMES: Record<string, string> = {
  runId: 'workflow.run.id',
  workflowName: 'workflow.id',
  stepName: 'workflow.step.name',
  'error.name': 'exception.type',
  'error.message': 'exception.message',
  'error.stack': 'exception.stacktrace',
};

function flatten(details: Record<string, unknown>): SpanAttributes {
  const attributes: SpanAttributes = {};
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value === 'object') for (const [part, held] of Object.entries(value)) add(`${name}.${part}`, held);
    else attributes[NAMES[name] ?? `workflow.${name}`] = typeof value === 'symbol' ? String(value) : (value as string);
  };
  for (const [name, value] of Object.entries(toFields(details))) add(name, value);
  return attributes;
}
