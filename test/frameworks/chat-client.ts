/** A client of the test application's chat, like a page: messages out, chunks in. */
import { expect } from 'vitest';
import type { AppClient } from './app-client.ts';

const DATA = 'data: ';

/** A chunk for `useChat`. */
export interface Chunk {
  type: string;
  [field: string]: unknown;
}

export class ChatClient {
  readonly #app: AppClient;
  readonly #modelUrl: string;

  /** @param modelUrl Address of the assistant's model. */
  constructor(app: AppClient, modelUrl: string) {
    this.#app = app;
    this.#modelUrl = modelUrl;
  }

  /** Sends a message in a new chat. @param signal Abandons the answer. */
  async send(text: string, signal: AbortSignal | null = null): Promise<ChatAnswer> {
    const messages = [{ id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] }];
    const body = { id: crypto.randomUUID(), trigger: 'submit-message', messages, modelUrl: this.#modelUrl };
    return new ChatAnswer(await this.#app.request('/chat', body, signal));
  }

  /** Reads the chunks that follow those of the page. @param startIndex How many the page has. */
  async resume(runId: string, startIndex: number): Promise<ChatAnswer> {
    return new ChatAnswer(await this.#app.request(`/chat/${runId}/stream?startIndex=${startIndex}&continue=true`));
  }

  approve(runId: string, approvalId: unknown): Promise<Response> {
    return this.#app.request(`/chat/${runId}/approve`, { approvalId, approved: true });
  }
}

/** An answer that may still be in progress. */
export class ChatAnswer {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
  }

  get runId(): string {
    return this.#response.headers.get('x-workflow-run-id')!;
  }

  /** Its chunks up to the first of this type; then the connection is closed. */
  async until(type: string): Promise<Chunk[]> {
    const read: Chunk[] = [];
    for await (const chunk of this.#chunks()) {
      read.push(chunk);
      if (chunk.type === type) return read;
    }
    throw new Error(`The answer ended without "${type}": ${JSON.stringify(read)}`);
  }

  /** All of its chunks; resolves when it ends. */
  async all(): Promise<Chunk[]> {
    const read: Chunk[] = [];
    for await (const chunk of this.#chunks()) read.push(chunk);
    return read;
  }

  async *#chunks(): AsyncGenerator<Chunk, void, void> {
    if (!this.#response.ok) expect.fail(`${this.#response.status}: ${await this.#response.text()}`);
    let rest = '';
    for await (const text of this.#response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (line.startsWith(`${DATA}{`)) yield JSON.parse(line.slice(DATA.length)) as Chunk;
    }
  }
}

/** The text as a reader sees it. */
export const textOf = (chunks: Chunk[]): string =>
  chunks.flatMap(({ type, delta }) => (type === 'text-delta' ? [delta] : [])).join('');
