/** The messages that readers of a stream see, made of its chunks as the client does. */
import type { UIMessage, UIMessageChunk } from 'ai';
import { readStream } from 'workflow/internal/agent';
import { settleApprovals } from '../contract/settle-approvals.ts';

/**
 * Folds what was written to the stream so far, and gives the messages from the one with this id on.
 * @param messageId Without such a message, which has no `start` then, the last one.
 */
export async function foldMessages(writable: WritableStream<UIMessageChunk>, messageId: string): Promise<UIMessage[]> {
  'use step';
  const { readUIMessageStream } = await import('ai');
  const messages: UIMessage[] = [];
  for (const chunks of splitMessages((await readStream(writable)) as UIMessageChunk[])) {
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: toStream(chunks) })) last = message;
    if (last) messages.push(last);
  }
  const first = messages.findIndex(({ id }) => id === messageId);
  return settleApprovals(messages.slice(first < 0 ? -1 : first));
}

/** Each `start` begins a message. */
function splitMessages(chunks: readonly UIMessageChunk[]): UIMessageChunk[][] {
  const split: UIMessageChunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.type === 'start' || split.length === 0) split.push([]);
    split.at(-1)!.push(chunk);
  }
  return split;
}

const toStream = (chunks: readonly UIMessageChunk[]): ReadableStream<UIMessageChunk> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
