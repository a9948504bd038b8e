/** Places in traces as W3C Trace Context writes them, to and from what OpenTelemetry has. */
import type { TraceContext } from '../contract/telemetry.ts';
import { ROOT, SPAN_KEY, type Context, type OpenSpan, type SpanPlace, type TraceState } from './open-telemetry.ts';

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const NO_TRACE = '0'.repeat(32);
const SAMPLED = 1;
/** A longer one may be cut, see W3C Trace Context, 3.3.1.5. Journals keep none that is larger. */
const TRACESTATE_CHARS_MAX = 512;

/** Whether the span belongs to a trace. */
export const isValid = ({ traceId }: SpanPlace): boolean => traceId.length === 32 && traceId !== NO_TRACE;

/** Writes a span down. `null`: it belongs to no trace. */
export function toTraceContext(span: SpanPlace): TraceContext | null {
  if (!isValid(span)) return null;
  const flags = (span.traceFlags & SAMPLED).toString(16).padStart(2, '0');
  const tracestate = span.traceState?.serialize() ?? '';
  const isKept = tracestate !== '' && tracestate.length <= TRACESTATE_CHARS_MAX;
  return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}`, ...(isKept && { tracestate }) };
}

/** Reads a span. `null`: the text is none, for instance because somebody has changed it. */
export function readTraceContext({ traceparent, tracestate }: TraceContext): SpanPlace | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || traceId === NO_TRACE) return null;
  return {
    traceId,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16),
    isRemote: true,
    ...(tracestate && { traceState: new VendorState(parseVendors(tracestate)) }),
  };
}

/** A context whose span is this one, of another process or of an earlier time. */
export const toContext = (spanContext: SpanPlace): Context => ROOT.setValue(SPAN_KEY, new PastSpan(spanContext));

const parseVendors = (text: string): [string, string][] =>
  text.split(',').flatMap((member): [string, string][] => {
    const [key, value] = member.trim().split(/=(.*)/s);
    return key && value !== undefined ? [[key, value]] : [];
  });

class VendorState implements TraceState {
  readonly #members: ReadonlyMap<string, string>;

  constructor(members: Iterable<[string, string]>) {
    this.#members = new Map(members);
  }

  get(key: string): string | undefined {
    return this.#members.get(key);
  }

  /** The latest change comes first. */
  set(key: string, value: string): TraceState {
    return new VendorState([[key, value], ...[...this.#members].filter(([other]) => other !== key)]);
  }

  unset(key: string): TraceState {
    return new VendorState([...this.#members].filter(([other]) => other !== key));
  }

  serialize(): string {
    return [...this.#members].map(([key, value]) => `${key}=${value}`).join(',');
  }
}

/** A span that is over, or elsewhere: it says where it is, and takes nothing. */
class PastSpan implements OpenSpan {
  readonly #spanContext: SpanPlace;

  constructor(spanContext: SpanPlace) {
    this.#spanContext = spanContext;
  }

  spanContext(): SpanPlace {
    return this.#spanContext;
  }

  setAttribute(): this {
    return this;
  }

  setAttributes(): this {
    return this;
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  setStatus(): this {
    return this;
  }

  updateName(): this {
    return this;
  }

  recordException(): void {}

  isRecording(): boolean {
    return false;
  }

  end(): void {}
}
