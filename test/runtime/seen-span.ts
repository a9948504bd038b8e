/** Spans of the SDK as tests compare them. */
import { type Attributes, SpanStatusCode } from '@opentelemetry/api';
import type { InMemorySpanExporter } from '@opentelemetry/sdk-trace';

type ReadableSpan = ReturnType<InMemorySpanExporter['getFinishedSpans']>[number];

/** A span that has ended, as tests compare it. */
export interface SeenSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  attributes: Attributes;
  hasFailed: boolean;
  message: string | undefined;
  /** Of exceptions. */
  exceptions: Attributes[];
  /** The spans that it is linked to. */
  links: string[];
  beganAt: number;
  endedAt: number;
}

/** A span of the SDK as tests compare it. */
export function toSeen(span: ReadableSpan): SeenSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    name: span.name,
    traceId,
    spanId,
    parentId: span.parentSpanContext?.spanId,
    attributes: span.attributes,
    hasFailed: span.status.code === SpanStatusCode.ERROR,
    message: span.status.message,
    exceptions: span.events.filter(({ name }) => name === 'exception').map(({ attributes = {} }) => attributes),
    links: span.links.map(({ context: { spanId: linked } }) => linked),
    beganAt: toMs(span.startTime),
    endedAt: toMs(span.endTime),
  };
}

const toMs = ([seconds, nanoseconds]: [number, number]): number => seconds * 1_000 + nanoseconds / 1e6;
