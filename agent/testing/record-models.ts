/** A proxy before a real provider, which keeps the answers for tests without network. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { LocalServer } from './local-server.ts';
import { summarizeMessages } from './model-request.ts';
import { createProtocolFinder } from './protocols/all-protocols.ts';
import type { Protocol } from './protocols/protocol.ts';
import { type RecordedCall, writeRecording } from './recording.ts';

/** The options of `recordModels()`. */
export interface RecordModelsOptions {
  /** Base URL of the provider, such as `https://api.openai.com/v1`. */
  upstream: string;
  /** Where the recording goes when the recorder is closed. */
  file: string;
  /** Default: a free one. */
  port?: number;
}

/** Headers of the provider that an answer is replayed with. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms'];
/** Headers that belong to the connection of the client. */
const CONNECTION_HEADERS = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'keep-alive']);
const SECRET_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];
const MASK = '***';

/**
 * Starts a proxy. Give its `baseURL` to the provider instead of its own, use the model, and close the recorder: the
 * file then holds all answers that came to their end, in the order of the requests, and `readRecording` makes a script
 * of it. Headers of requests, where keys are, are not kept, and a key that comes back in an answer is masked.
 */
export async function recordModels({ upstream, file, port = 0 }: RecordModelsOptions): Promise<ModelRecorder> {
  const recording = new Recording(upstream.replace(/\/$/, ''));
  const server = await LocalServer.start(port, (request, response) => void recording.forward(request, response));
  return new ModelRecorder({ server, recording, file });
}

/** A running recorder. */
export class ModelRecorder {
  readonly #parts: { server: LocalServer; recording: Recording; file: string };
  /** Instead of the provider's own. */
  readonly baseURL: string;

  constructor(parts: { server: LocalServer; recording: Recording; file: string }) {
    this.#parts = parts;
    this.baseURL = parts.server.url;
  }

  /** Ends the proxy and writes the file. */
  async close(): Promise<void> {
    const { server, recording, file } = this.#parts;
    await server.close();
    await writeRecording(file, recording.calls);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

class Recording {
  readonly #upstream: string;
  readonly #findProtocol = createProtocolFinder();
  readonly #calls: (RecordedCall | undefined)[] = [];

  constructor(upstream: string) {
    this.#upstream = upstream;
  }

  get calls(): RecordedCall[] {
    return this.#calls.filter((call) => call !== undefined);
  }

  /** Passes a request on. Never rejects: a connection that fails on one side is cut on the other. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const body = await readText(request);
      const protocol = this.#findProtocol(request.url!.split('?')[0]!);
      const place = protocol ? this.#calls.push(undefined) - 1 : -1;
      const answered = await fetch(this.#upstream + request.url!, {
        method: request.method!,
        headers: headersOf(request),
        signal: gone.signal,
        ...(body !== '' && { body }),
      });
      const sent = await passOn(answered, response);
      if (protocol) this.#calls[place] = toCall({ protocol, request, body, answered, sent });
    } catch {
      response.destroy();
    }
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const forwarded = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  return Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)]));
}

/** Sends an answer to the client as it comes, and gives all of it. */
async function passOn(answered: Response, response: ServerResponse): Promise<string> {
  const headers = [...answered.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length');
  response.writeHead(answered.status, Object.fromEntries(headers));
  const decoder = new TextDecoder();
  let sent = '';
  for await (const bytes of answered.body ?? []) {
    response.write(bytes);
    sent += decoder.decode(bytes, { stream: true });
  }
  response.end();
  return sent + decoder.decode();
}

interface Forwarded {
  protocol: Protocol;
  request: IncomingMessage;
  body: string;
  answered: Response;
  sent: string;
}

function toCall({ protocol, request, body, answered, sent }: Forwarded): RecordedCall {
  const { model, messages } = protocol.readRequest(JSON.parse(body), request.headers);
  const { prompt, step } = summarizeMessages(messages);
  const kept = KEPT_HEADERS.filter((name) => answered.headers.has(name));
  const headers = Object.fromEntries(kept.map((name) => [name, answered.headers.get(name)!]));
  const answer = { status: answered.status, headers, body: cutEvents(maskKeys(sent, request)) };
  return { protocol: protocol.name, model, prompt, step, answer };
}

/** The events of a stream each by itself, so that the file can be read and faults can stand between two. */
function cutEvents(text: string): string[] {
  return text.split(/(?<=\n\n)/);
}

function maskKeys(text: string, { headers }: IncomingMessage): string {
  const keys = SECRET_HEADERS.map((name) => String(headers[name] ?? '').replace(/^Bearer /i, ''));
  return keys.filter((key) => key !== '').reduce((masked, key) => masked.replaceAll(key, MASK), text);
}
