/** Decides whether another attempt may help after a failed model call, and when. */

/** Whether another attempt may help, and when. */
export interface ClassifiedError {
  /** Another attempt may succeed. */
  isTransient: boolean;
  statusCode?: number;
  /** The wait that the provider asks for, at most a day. */
  retryAfterMs?: number;
}

const DAY_MS = 86_400_000;
/** Causes of causes that are looked at. */
const DEPTH_MAX = 5;
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** Codes of Node and of undici for connections that could not be made or broke. */
const NETWORK_CODE =
  /^(E(CONN(RESET|REFUSED|ABORTED)|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH)|UND_ERR_\w+)$/;
const NETWORK_MESSAGE = /^(fetch failed|terminated|network error|failed to fetch|socket hang up)\b/i;
/** Names of passing failures, in the fields `type` and `code` of the errors that providers send within an answer. */
const TRANSIENT_TYPE = /overloaded|rate_?limit|server_?error|^api_error$|timed?_?out|unavailable|^internal/i;
const TRANSIENT_TEXT = /overloaded|rate limit|temporarily|try again|timed? ?out|unavailable|internal server error/i;
/** Errors of ours and of the AI SDK for answers that were cut off, and for requests that a proxy gave up. */
const TRANSIENT_NAMES: ReadonlySet<string> = new Set([
  'AnswerCutOff',
  'AI_EmptyResponseBodyError',
  'AbortError',
  'TimeoutError',
]);

/** @param nowMs For a `retry-after` that is a date. */
export function classifyError(error: unknown, nowMs: number): ClassifiedError {
  const layers = unwrap(error);
  const statusCode = firstOf(layers, readStatus);
  const retryAfterMs = firstOf(layers, (layer) => readRetryAfter(layer, nowMs));
  return {
    isTransient: isTransient(layers, statusCode),
    ...(statusCode !== undefined && { statusCode }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

type Layer = Readonly<Record<string, unknown>>;

/** The error, what it was caused by, and the object within that providers send as `{ type: 'error', error: … }`. */
function unwrap(error: unknown): Layer[] {
  const layers: Layer[] = [];
  let at = typeof error === 'string' ? { message: error } : error;
  while (typeof at === 'object' && at !== null && layers.length < DEPTH_MAX) {
    const layer = at as Layer;
    layers.push(layer);
    at = layer['lastError'] ?? layer['cause'] ?? layer['error'] ?? dataOf(layer);
  }
  return layers;
}

/** A body that the provider's package has read: `{ error: { type, message } }`. */
const dataOf = ({ data }: Layer): unknown => (typeof data === 'object' ? (data as Layer | null)?.['error'] : undefined);

function firstOf<T>(layers: readonly Layer[], read: (layer: Layer) => T | undefined): T | undefined {
  for (const layer of layers) {
    const found = read(layer);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isTransient(layers: readonly Layer[], status: number | undefined): boolean {
  // The answer began with 200 when it broke off: then its status says nothing.
  if (status !== undefined && status >= 400) {
    return TRANSIENT_STATUS.has(status) || status >= 500 || firstOf(layers, readRetryable) === true;
  }
  return firstOf(layers, readRetryable) === true || layers.some(isPassing);
}

const readRetryable = ({ isRetryable }: Layer): true | undefined => (isRetryable === true ? true : undefined);

function isPassing(layer: Layer): boolean {
  const { name, type, code, message } = layer;
  if (TRANSIENT_NAMES.has(String(name))) return true;
  if (NETWORK_CODE.test(String(code)) || NETWORK_MESSAGE.test(String(message))) return true;
  if (TRANSIENT_TYPE.test(String(type)) || TRANSIENT_TYPE.test(String(code))) return true;
  // Plain text and plain objects are what providers send within an answer.
  return !(layer instanceof Error) && type === undefined && TRANSIENT_TEXT.test(String(message));
}

function readStatus({ statusCode, status, code }: Layer): number | undefined {
  return [statusCode, status, code].find(
    (value): value is number => typeof value === 'number' && value >= 100 && value < 600,
  );
}

function readRetryAfter({ responseHeaders }: Layer, nowMs: number): number | undefined {
  if (typeof responseHeaders !== 'object' || responseHeaders === null) return undefined;
  const headers = new Map(Object.entries(responseHeaders).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const waitMs =
    readNumber(headers.get('retry-after-ms'), 1) ??
    readNumber(headers.get('retry-after'), 1_000) ??
    Date.parse(headers.get('retry-after') ?? '') - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), DAY_MS);
}

function readNumber(text: string | undefined, unitMs: number): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * unitMs : undefined;
}
