/** One request after the other: read, given its reply, answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { Arrivals } from './arrivals.ts';
import { deliverReply, sendError } from './deliver-reply.ts';
import { Exchange, type RecordedRequest } from './exchange.ts';
import type { HeldReply } from './faults.ts';
import { agentTestingError } from './messages.ts';
import { maskHeaders, type ModelRequest, summarizeMessages } from './model-request.ts';
import { createProtocolFinder } from './protocols/all-protocols.ts';
import type { Protocol } from './protocols/protocol.ts';
import { type TakeReply, makeReply } from './script.ts';
import type { ScriptedReply } from './reply.ts';

/** A status that no client tries again. */
const NOT_RETRYABLE = 400;
/** Length of a prompt in messages. */
const PROMPT_SHOWN_MAX = 80;

/** Answers the requests of one server, and keeps what came. */
export class RequestHandler {
  readonly requests = new Arrivals<RecordedRequest>('request');
  readonly held = new Arrivals<HeldReply>('held answer');
  readonly problems: WorkflowError[] = [];
  readonly #take: TakeReply;
  readonly #findProtocol = createProtocolFinder();
  #calls = 0;
  readonly #attempts = new Map<string, number>();

  constructor(take: TakeReply) {
    this.#take = take;
  }

  close(): void {
    this.requests.close();
    this.held.close();
  }

  /** Answers a request. Never rejects: what went wrong is a problem, and the client is told. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?')[0]!;
    const protocol = request.method === 'POST' ? this.#findProtocol(path) : undefined;
    try {
      if (!protocol) throw agentTestingError('agent_model_path_unknown', { method: request.method!, path });
      const exchange = new Exchange(await this.#read(request, path, protocol), response);
      this.requests.add(exchange.recorded);
      await this.#deliver(protocol, exchange);
    } catch (error) {
      // A client that went away before it had said what it wants.
      if (request.errored) return;
      this.#refuse(this.#note(error as WorkflowError), response);
    }
  }

  async #deliver(protocol: Protocol, exchange: Exchange): Promise<void> {
    try {
      const reply = await this.#makeReply(exchange.request);
      await deliverReply({ reply, protocol, exchange, hold: (held) => this.held.add(held) });
    } catch (error) {
      const { message, code } = this.#note(toProblem(error, exchange.request));
      await sendError({ error: { status: NOT_RETRYABLE, message, type: undefined, code }, protocol, exchange });
    }
  }

  async #makeReply(request: ModelRequest): Promise<ScriptedReply> {
    const reply = this.#take(request);
    if (reply !== undefined) return makeReply(reply, request);
    const { call, prompt, step } = request;
    throw agentTestingError('agent_turn_missing', { call, prompt: shorten(prompt), step });
  }

  async #read(request: IncomingMessage, path: string, protocol: Protocol): Promise<ModelRequest> {
    const text = await readText(request);
    try {
      const body: unknown = JSON.parse(text);
      const content = protocol.readRequest(body, request.headers);
      return {
        ...content,
        ...summarizeMessages(content.messages),
        call: ++this.#calls,
        attempt: this.#countAttempt([content.model, content.system, content.messages]),
        protocol: protocol.name,
        path,
        headers: maskHeaders(request.headers),
        body,
      };
    } catch (error) {
      const reason = (error as Error).message;
      throw agentTestingError('agent_model_request_unreadable', { protocol: protocol.name, reason }, error);
    }
  }

  #countAttempt(asked: unknown): number {
    const key = JSON.stringify(asked);
    const count = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, count);
    return count;
  }

  #note(problem: WorkflowError): WorkflowError {
    this.problems.push(problem);
    return problem;
  }

  #refuse({ message, code }: WorkflowError, response: ServerResponse): void {
    const status = code === 'agent_model_path_unknown' ? 404 : NOT_RETRYABLE;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code } }));
  }
}

function shorten(prompt: string): string {
  return prompt.length > PROMPT_SHOWN_MAX ? `${prompt.slice(0, PROMPT_SHOWN_MAX)}…` : prompt;
}

/** Any other error comes from the script: its function threw, or a reply holds a value that is no JSON. */
function toProblem(error: unknown, { call }: ModelRequest): WorkflowError {
  if (WorkflowError.is(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return agentTestingError('agent_script_failed', { call, reason }, error);
}
