/** Reads the server-sent events of a response. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** When the reading ends, besides the end of the body. */
export interface ReadEventsOptions {
  /** The connection counts as dead when nothing comes for so long, not even a comment. `null`: never. */
  idleMs: number | null;
  /** Ends the reading. */
  signal: AbortSignal;
}

/**
 * Yields each complete event; one that the end of the body cuts off is dropped.
 * @throws TypeError when the connection is silent for longer than `idleMs`. useChat knows by its text that a connection
 * broke off.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { idleMs, signal }: ReadEventsOptions,
): AsyncGenerator<EventSourceMessage, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { done, value } = await withLimit(reader.read(), idleMs);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

async function withLimit<T>(promise: Promise<T>, limitMs: number | null): Promise<T> {
  if (limitMs === null) return await promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('network error: the stream is silent')), limitMs);
  });
  return await Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
