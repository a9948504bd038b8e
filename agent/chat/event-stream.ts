/**
 * Parts of an answer → server-sent events, as the AI SDK reads them. Each event that ends a part has its index as `id`.
 */
import type { AgentChunk } from '../contract/ui-chunks.ts';
import type { AnswerPart } from './read-answer.ts';

const HEARTBEAT_MS = 15_000;
/** Many servers send the headers with the first bytes. The page waits for the headers, also while the model thinks. */
const OPENING = ': the answer\n\n';
const END = 'data: [DONE]\n\n';

/** The answer to send, and what happens when its reader leaves. */
export interface EventStreamOptions {
  parts: AsyncGenerator<AnswerPart, void, void>;
  /** Called when nobody reads any more. */
  cancel: () => void;
  /**
   * How often a comment is sent while there is nothing else, so that proxies keep the connection. Default 15 seconds.
   */
  heartbeatMs?: number;
}

/** Reads only as fast as it is read. */
export function toEventStream({
  parts,
  cancel,
  heartbeatMs = HEARTBEAT_MS,
}: EventStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(OPENING));
      const beat = (): void => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still there\n\n'));
      };
      heartbeat = setInterval(beat, heartbeatMs);
    },
    async pull(controller) {
      try {
        const next = await parts.next();
        controller.enqueue(encoder.encode(next.done ? END : encodePart(next.value)));
        if (!next.done) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      clearInterval(heartbeat);
    },
    async cancel() {
      clearInterval(heartbeat);
      cancel();
      await parts.return();
    },
  });
}

function encodePart({ index, chunks }: AnswerPart): string {
  const events = chunks.map((chunk, at) => encodeEvent(chunk, at === chunks.length - 1 ? index : null));
  // A pull without a chunk would be the last one.
  return events.length > 0 ? events.join('') : ': nothing for this client\n\n';
}

const encodeEvent = (chunk: AgentChunk, index: number | null): string =>
  `${index === null ? '' : `id: ${index}\n`}data: ${JSON.stringify(chunk)}\n\n`;
