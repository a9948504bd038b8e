/** A real tsserver, over its protocol: requests as lines, answers and events in frames. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

interface Message {
  type: 'response' | 'event';
  request_seq?: number;
  event?: string;
  success?: boolean;
  message?: string;
  body?: unknown;
}

export interface ServerDiagnostic {
  start: { line: number; offset: number };
  end: { line: number; offset: number };
  text: string;
  code: number;
  category: string;
  source?: string;
  relatedInformation?: { message: string; span?: { file: string; start: { line: number } } }[];
}

const FRAME = /^Content-Length: (\d+)\r\n\r\n/;

export class TsServer implements AsyncDisposable {
  /** Output that is neither an answer nor an event. There must be none. */
  noise = '';
  readonly events: Message[] = [];
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<() => void>();
  #seq = 0;
  #received = Buffer.alloc(0);

  /** @param path Of `tsserver.js`. */
  constructor(path: string, args: readonly string[] = []) {
    this.#process = spawn(process.execPath, [path, '--disableAutomaticTypingAcquisition', ...args]);
    this.#process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#process.stderr.on('data', (chunk: Buffer) => (this.noise += chunk.toString()));
  }

  /** Sends a request. @returns Its answer. */
  async ask<Body>(command: string, given: object): Promise<Body> {
    const seq = ++this.#seq;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(seq, resolve));
    this.tell(command, given, seq);
    const { success, message, body } = await answer;
    if (!success) throw new Error(message);
    return body as Body;
  }

  /** Sends what has no answer. */
  tell(command: string, given: object, seq = ++this.#seq): void {
    this.#process.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: given })}\n`);
  }

  async event(name: string): Promise<Message> {
    for (;;) {
      const found = this.events.find(({ event }) => event === name);
      if (found) return found;
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }

  open(file: string, fileContent?: string): void {
    this.tell('open', { file, ...(fileContent !== undefined && { fileContent }) });
  }

  /** The diagnostics of this plugin, as `line:offset code text`. */
  async findings(file: string, command = 'semanticDiagnosticsSync'): Promise<ServerDiagnostic[]> {
    const all = await this.ask<ServerDiagnostic[]>(command, { file });
    return all.filter(({ source }) => source === 'workflow');
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const head = FRAME.exec(this.#received.subarray(0, 64).toString());
      if (!head) {
        if (this.#received.length >= 64) this.#dropNoise();
        return;
      }
      const start = head[0].length;
      const end = start + Number(head[1]);
      if (this.#received.length < end) return;
      this.#handle(JSON.parse(this.#received.subarray(start, end).toString()) as Message);
      this.#received = this.#received.subarray(end);
    }
  }

  #dropNoise(): void {
    this.noise += this.#received.toString();
    this.#received = Buffer.alloc(0);
  }

  #handle(message: Message): void {
    if (message.type === 'event') {
      this.events.push(message);
      for (const listener of this.#listeners) listener();
      this.#listeners.clear();
    } else this.#waiting.get(message.request_seq!)?.(message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.tell('exit', {});
    this.#process.stdin.end();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 10_000);
    await exit;
    clearTimeout(timer);
  }
}
