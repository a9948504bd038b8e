/** The chat of the test application, as a page reaches it: messages out, chunks in. */
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

  /** @param modelUrl Where the assistant's model is. */
  constructor(app: AppClient, modelUrl: string) {
    this.#app = app;
    this.#modelUrl = modelUrl;
  }

  /** Sends a message of a chat of its own. @param signal Gives up the answer. */
  async send(text: string, signal: AbortSignal | null = null): Promise<ChatAnswer> {
    const messages = [{ id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] }];
    const body = { id: crypto.randomUUID(), trigger: 'submit-message', messages, modelUrl: this.#modelUrl };
    return new ChatAnswer(await this.#app.request('/chat', body, signal));
  }

  /** What comes after the chunks that the page has. @param startIndex How many these are. */
  async resume(runId: string, startIndex: number): Promise<ChatAnswer> {
    return new ChatAnswer(await this.#app.request(`/chat/${runId}/stream?startIndex=${startIndex}&continue=true`));
  }

  approve(runId: string, approvalId: unknown): Promise<Response> {
    return this.#app.request(`/chat/${runId}/approve`, { approvalId, approved: true });
  }
}

/** An answer that may still be under way. */
export class ChatAnswer {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
  }

  get runId(): string {
    return this.#response.headers.get('x-workflow-run-id')!;
  }

  /** Its chunks until the first of this type, which is the last one; the connection is given up there. */
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

/** What a reader sees of the text. */
export const textOf = (chunks: Chunk[]): string =>
  chunks.flatMap(({ type, delta }) => (type === 'text-delta' ? [delta] : [])).join('');
