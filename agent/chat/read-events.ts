/** Server-sent events out of the body of a response. */

export interface ServerEvent {
  /** Absent for events without one. */
  id?: string;
  data: string;
}

export interface ReadEventsOptions {
  /** The connection counts as dead when nothing came for so long, not even a comment. `null`: never. */
  idleMs: number | null;
  /** Ends the reading. */
  signal: AbortSignal;
}

export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { idleMs, signal }: ReadEventsOptions,
): AsyncGenerator<ServerEvent, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  let text = '';
  try {
    for (;;) {
      const { done, value } = await withLimit(reader.read(), idleMs);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      // What follows the last blank line is not complete yet.
      text = blocks.pop()!;
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/** `null`: comments only. */
function parseEvent(block: string): ServerEvent | null {
  const data: string[] = [];
  let id: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
  return data.length === 0 ? null : { data: data.join('\n'), ...(id !== undefined && { id }) };
}

async function withLimit<T>(promise: Promise<T>, limitMs: number | null): Promise<T> {
  if (limitMs === null) return await promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    // The words by which useChat knows that a connection broke off.
    timer = setTimeout(() => reject(new TypeError('network error: the stream is silent')), limitMs);
  });
  return await Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
