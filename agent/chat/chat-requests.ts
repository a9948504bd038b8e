/** The requests of a transport: addresses, headers, bodies, and the check of responses. */
import type { UIMessage } from 'ai';
import { CHUNK_FORM_HEADER, CLIENT_VERSION_HEADER, IDEMPOTENCY_HEADER } from '../contract/control.ts';
import { FinalError, type StreamPlace } from './answer-stream.ts';
import { toReconnectDelay, waitToReconnect } from './reconnect-delay.ts';
import { transportError } from './transport-messages.ts';
import type {
  HeaderRecord,
  PreparedRequest,
  ReconnectOptions,
  Resolvable,
  SendMessagesOptions,
  WorkflowChatTransportOptions,
} from './transport-options.ts';

/**
 * Statuses after which another try may help: the server is overloaded, is starting, or its proxy does not reach it.
 */
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How many characters of a response that is not JSON are shown. */
const TEXT_LENGTH_MAX = 300;

/**
 * Sends the requests of one transport, with its headers, credentials and body. Tries again while the server is not
 * ready.
 */
export class ChatRequests<Message extends UIMessage> {
  readonly #options: WorkflowChatTransportOptions<Message>;

  constructor(options: WorkflowChatTransportOptions<Message>) {
    this.#options = options;
  }

  /** Tries again when the request does not get through. The key prevents a second run. */
  async send(options: SendMessagesOptions<Message>, signal: AbortSignal): Promise<Response> {
    const { request, body } = await this.#prepareSend(options);
    const headers = { [IDEMPOTENCY_HEADER]: crypto.randomUUID(), ...request.headers };
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#post({ ...request, headers }, body, signal);
      } catch (error) {
        const isLost = error instanceof TypeError;
        if (!isLost || failures > (this.#options.maxConsecutiveErrors ?? 3)) throw error;
        await waitToReconnect(toReconnectDelay(failures, Math.random()), signal);
      }
    }
  }

  /** The stream of a run, or of the run that its chat has under way. */
  async reconnect(
    { chatId, headers, body, metadata }: ReconnectOptions,
    runId: string | undefined,
    place: StreamPlace,
    signal: AbortSignal,
  ): Promise<Response> {
    const context = await this.#prepare(headers, body);
    const { startIndex } = place;
    const prepared = await this.#options.prepareReconnectToStreamRequest?.({
      ...context,
      id: chatId,
      requestMetadata: metadata,
      runId,
      startIndex,
    });
    const request = merge({ ...context, api: this.#toUrl(runId ?? chatId, 'stream') }, prepared);
    const init = { headers: request.headers, signal, ...toCredentials(request.credentials) };
    const response = await this.#fetch(withPlace(request.api, place), init);
    if (response.ok) return response;
    throw await toError(response);
  }

  /** @param id Of a run or chat. */
  async control(id: string, action: string, body: object): Promise<void> {
    const request = await this.#prepare(undefined, undefined);
    const signal = new AbortController().signal;
    const response = await this.#post({ ...request, api: this.#toUrl(id, action) }, body, signal);
    await response.body?.cancel();
  }

  async #prepareSend(options: SendMessagesOptions<Message>): Promise<{ request: ReadyRequest; body: object }> {
    const { chatId, messages, trigger, messageId, metadata } = options;
    const context = await this.#prepare(options.headers, options.body);
    const facts = { messages, trigger, messageId };
    const prepared = await this.#options.prepareSendMessagesRequest?.({
      ...context,
      ...facts,
      id: chatId,
      requestMetadata: metadata,
    });
    return { request: merge(context, prepared), body: prepared?.body ?? { ...context.body, id: chatId, ...facts } };
  }

  async #prepare(headers: HeaderRecord | undefined, body: object | undefined): Promise<ReadyRequest> {
    const { api = '/api/chat', version } = this.#options;
    return {
      api,
      headers: {
        ...(version && { [CLIENT_VERSION_HEADER]: String(version) }),
        [CHUNK_FORM_HEADER]: 'stored',
        ...toRecord(await resolve(this.#options.headers)),
        ...toRecord(headers),
      },
      body: { ...(await resolve(this.#options.body)), ...body },
      credentials: await resolve(this.#options.credentials),
    };
  }

  async #post({ api, headers, credentials }: ReadyRequest, body: object, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
      ...toCredentials(credentials),
    });
    if (response.ok) return response;
    throw await toError(response);
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options;
    return fetch(url, init);
  }

  #toUrl(id: string, action: string): string {
    const { api = '/api/chat' } = this.#options;
    const [path, query] = api.split('?');
    return `${path!.replace(/\/$/, '')}/${encodeURIComponent(id)}/${action}${query === undefined ? '' : `?${query}`}`;
  }
}

interface ReadyRequest {
  api: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  credentials: RequestCredentials | undefined;
}

function merge(request: ReadyRequest, prepared: PreparedRequest | undefined): ReadyRequest {
  const { api = request.api, headers, credentials = request.credentials } = prepared ?? {};
  return { ...request, api, credentials, headers: headers === undefined ? request.headers : toRecord(headers) };
}

/** A field that is left out of a `RequestInit` has a default; in some browsers `undefined` is an error. */
const toCredentials = (credentials: RequestCredentials | undefined): RequestInit =>
  credentials ? { credentials } : {};

function withPlace(url: string, { startIndex, isContinued }: StreamPlace): string {
  const query = new URLSearchParams({
    ...(startIndex !== 0 || isContinued ? { startIndex: String(startIndex) } : {}),
    ...(isContinued && { continue: 'true' }),
  }).toString();
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

const resolve = async <T>(value: Resolvable<T> | undefined): Promise<T | undefined> =>
  typeof value === 'function' ? await (value as () => T | Promise<T>)() : value;

function toRecord(headers: HeaderRecord | undefined): Record<string, string> {
  if (!headers) return {};
  const entries = headers instanceof Headers ? [...headers.entries()] : Object.entries(headers);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Reads the errors of the server. Lasting ones end the tries. */
async function toError(response: Response): Promise<Error> {
  const error = transportError('agent_chat_unreachable', { status: response.status, text: await describe(response) });
  return PASSING_STATUSES.has(response.status) ? error : new FinalError(error.message, { cause: error });
}

async function describe(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string') return error.message;
  } catch {
    // Another server answered: its text is the message.
  }
  return text.slice(0, TEXT_LENGTH_MAX) || response.statusText;
}
