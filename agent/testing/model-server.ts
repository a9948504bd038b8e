/** A model server that says what a script tells it to, in the protocols of real providers. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import type { RecordedRequest } from './exchange.ts';
import type { HeldReply } from './faults.ts';
import { LocalServer } from './local-server.ts';
import { RequestHandler } from './request-handler.ts';
import { readScript, type Script } from './script.ts';

/** The options of `startModelServer()`. */
export interface ModelServerOptions {
  script: Script;
  /** Default: a free one. */
  port?: number;
}

/** Settings that a provider of the AI SDK is created with. */
export interface ProviderSettings {
  baseURL: string;
  apiKey: string;
}

const API_KEY = 'test-key';

/** Starts a server on 127.0.0.1. Close it when the test is over. */
export async function startModelServer({ script, port = 0 }: ModelServerOptions): Promise<ModelServer> {
  const handler = new RequestHandler(readScript(script));
  const server = await LocalServer.start(port, (request, response) => void handler.answer(request, response));
  return new ModelServer(server, handler);
}

/** A running server. */
export class ModelServer {
  readonly #server: LocalServer;
  readonly #handler: RequestHandler;
  /** Base of all addresses. Paths may begin with anything. */
  readonly url: string;
  /** For `createOpenAI` and `createOpenAICompatible`. */
  readonly openai: ProviderSettings;
  /** For `createAnthropic`. */
  readonly anthropic: ProviderSettings;
  /** For `createGateway`. */
  readonly gateway: ProviderSettings;

  constructor(server: LocalServer, handler: RequestHandler) {
    this.#server = server;
    this.#handler = handler;
    this.url = server.url;
    this.openai = { baseURL: `${this.url}/v1`, apiKey: API_KEY };
    this.anthropic = { baseURL: `${this.url}/v1`, apiKey: API_KEY };
    this.gateway = { baseURL: `${this.url}/v3/ai`, apiKey: API_KEY };
  }

  /** All requests so far, in the order in which they came. */
  get requests(): readonly RecordedRequest[] {
    return this.#handler.requests.all;
  }

  /** Requests that the script had no reply for, or could not reply to: a test should end with none. */
  get problems(): readonly WorkflowError[] {
    return this.#handler.problems;
  }

  /** Waits for the n-th request, from 1. */
  called(number: number): Promise<RecordedRequest> {
    return this.#handler.requests.nth(number);
  }

  /** Waits for the n-th answer that is held back by `holdAfter`, from 1. */
  held(number = 1): Promise<HeldReply> {
    return this.#handler.held.nth(number);
  }

  /** Cuts all connections and ends the server. */
  async close(): Promise<void> {
    this.#handler.close();
    await this.#server.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
