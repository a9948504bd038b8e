/** One request and what is sent for it. */
import type { ServerResponse } from 'node:http';
import type { ModelRequest } from './model-request.ts';

/**
 * How a request ended. `answered`: all was sent. `failed`: an error was sent, as a status or in the stream. `cut`: the
 * script cut the connection. `client-gone`: the client went away before the end, as it does when a call is aborted.
 */
export type RequestEnd = 'answered' | 'failed' | 'cut' | 'client-gone';

/** A request as the test sees it afterwards. */
export interface RecordedRequest extends ModelRequest {
  /** Deltas that were sent so far. */
  readonly deltas: number;
  /** Resolves when nothing more is sent. */
  readonly ended: Promise<RequestEnd>;
}

/** One request and the connection that its reply goes to. */
export class Exchange {
  readonly request: ModelRequest;
  readonly recorded: RecordedRequest;
  readonly #response: ServerResponse;
  readonly #gone = new AbortController();
  readonly #ended = Promise.withResolvers<RequestEnd>();
  #deltas = 0;

  constructor(request: ModelRequest, response: ServerResponse) {
    this.request = request;
    this.#response = response;
    const countDeltas = () => this.#deltas;
    this.recorded = Object.defineProperties({ ...request } as RecordedRequest, {
      deltas: { get: countDeltas, enumerable: true },
      ended: { value: this.#ended.promise },
    });
    response.once('close', () => {
      this.#ended.resolve('client-gone');
      this.#gone.abort();
    });
  }

  /** Aborted when nothing can be sent any more. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get deltas(): number {
    return this.#deltas;
  }

  /** Sends status and headers. */
  open(status: number, headers: Readonly<Record<string, string>>): void {
    this.#response.writeHead(status, headers);
    this.#response.flushHeaders();
  }

  /** Sends a text, and waits until it is on its way. */
  async send(text: string): Promise<void> {
    await this.#untilGoneOr((done) => this.#response.write(text, done));
  }

  /** Sends one delta of the answer. */
  async sendDelta(text: string): Promise<void> {
    await this.send(text);
    if (!this.gone.aborted) this.#deltas += 1;
  }

  /** Ends the answer. */
  async end(how: 'answered' | 'failed'): Promise<void> {
    await this.#untilGoneOr((done) => {
      this.#response.end(() => {
        this.#ended.resolve(how);
        done();
      });
    });
  }

  /** Cuts the connection. Everything that was sent before still arrives. */
  cut(): void {
    this.#ended.resolve('cut');
    this.#response.destroy();
  }

  async #untilGoneOr(begin: (done: () => void) => void): Promise<void> {
    if (this.gone.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => resolve();
    this.gone.addEventListener('abort', done);
    begin(done);
    await promise;
    this.gone.removeEventListener('abort', done);
  }
}
