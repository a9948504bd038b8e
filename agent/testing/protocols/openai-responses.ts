/** OpenAI's responses API. It keeps what it answered, and clients refer to that by its id. */
import { type ResolvedReply, CREATED_AT } from '../resolved-reply.ts';
import type { ModelRequest, RequestContent } from '../model-request.ts';
import { openaiErrorBody } from './openai-errors.ts';
import {
  type OutputItem,
  planItems,
  type PlannedItem,
  type StreamEvent,
  streamItem,
} from './openai-responses-items.ts';
import { type InputItem, readResponsesBody, type ResponsesBody } from './openai-responses-request.ts';
import { type Frame, type Protocol, type ProviderError, typedEvent } from './protocol.ts';

const INCOMPLETE_REASONS: Record<string, string> = { length: 'max_output_tokens', 'content-filter': 'content_filter' };

/** The protocol with a memory of its own. */
export function createOpenaiResponses(): Protocol {
  const memory = new ResponseMemory();
  return {
    name: 'openai-responses',
    path: '/responses',
    readRequest: (body) => memory.readRequest(body as ResponsesBody),
    streamReply: (reply, request) => streamReply(memory.keep(reply, request)),
    wholeReply: (reply, request) => toResponse(memory.keep(reply, request)),
    errorBody: openaiErrorBody,
    errorEvent: toErrorEvent,
  };
}

interface PlannedReply {
  reply: ResolvedReply;
  items: readonly PlannedItem[];
}

class ResponseMemory {
  readonly #items = new Map<string, InputItem>();
  readonly #conversations = new Map<string, readonly InputItem[]>();

  readRequest(body: ResponsesBody): RequestContent {
    return readResponsesBody(body, this.#inputOf(body));
  }

  keep(reply: ResolvedReply, { body }: ModelRequest): PlannedReply {
    const items = planItems(reply.parts, reply.id);
    const output = doneOf(items) as InputItem[];
    for (const item of output) this.#items.set(item.id!, item);
    this.#conversations.set(reply.id, [...this.#inputOf(body as ResponsesBody), ...output]);
    return { reply, items };
  }

  /** An unknown reply came from a server before this one, or from a recorded model: it is replaced by an empty one. */
  #inputOf({ input, previous_response_id: previous }: ResponsesBody): InputItem[] {
    const items: InputItem[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const before = previous === undefined ? [] : (this.#conversations.get(previous) ?? [{ role: 'assistant' }]);
    return [...before, ...items.map((item) => (item.type === 'item_reference' ? this.#resolve(item) : item))];
  }

  #resolve({ id }: InputItem): InputItem {
    return this.#items.get(id!) ?? { role: 'assistant' };
  }
}

function* streamReply(planned: PlannedReply): Iterable<Frame> {
  let sequence = 0;
  for (const { kind, data } of planEvents(planned)) {
    yield { kind, text: typedEvent({ ...data, sequence_number: sequence++ }) };
  }
}

function* planEvents({ reply, items }: PlannedReply): Iterable<StreamEvent> {
  const begun = headOf(reply, 'in_progress');
  yield { kind: 'opening', data: { type: 'response.created', response: begun } };
  yield { kind: 'opening', data: { type: 'response.in_progress', response: begun } };
  for (const [index, item] of items.entries()) yield* streamItem(item, index);
  const response = toResponse({ reply, items });
  yield { kind: 'closing', data: { type: `response.${response.status}`, response } };
}

function toResponse({ reply, items }: PlannedReply): { status: string } & Record<string, unknown> {
  const { finishReason, usage } = reply;
  const status = statusOf(finishReason);
  return {
    ...headOf(reply, status),
    output: doneOf(items),
    usage: usage && {
      input_tokens: usage.inputTokens ?? 0,
      input_tokens_details: { cached_tokens: usage.cachedInputTokens, cache_write_tokens: usage.cacheWriteTokens },
      output_tokens: usage.outputTokens ?? 0,
      output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
      total_tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    },
    incomplete_details: status === 'incomplete' ? { reason: INCOMPLETE_REASONS[finishReason] ?? finishReason } : null,
  };
}

function statusOf(finishReason: string): string {
  if (finishReason === 'stop' || finishReason === 'tool-calls') return 'completed';
  return finishReason === 'error' ? 'failed' : 'incomplete';
}

function headOf(reply: ResolvedReply, status: string): { status: string } & Record<string, unknown> {
  const { id, model } = reply;
  return {
    id,
    object: 'response',
    created_at: CREATED_AT,
    status,
    model,
    output: [],
    error: null,
    incomplete_details: null,
  };
}

function doneOf(items: readonly PlannedItem[]): OutputItem[] {
  return items.flatMap(({ done }) => done ?? []);
}

/** The error stands twice: some clients look for it in the event itself, others below `error`. */
function toErrorEvent(error: ProviderError): string {
  const { message, type, code, param } = openaiErrorBody(error).error;
  const told = { code: code ?? type, message, param };
  return typedEvent({ type: 'error', sequence_number: 0, ...told, error: { ...told, type } });
}
