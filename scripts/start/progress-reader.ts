import { setTimeout as pause } from 'node:timers/promises';
import type { OrdersClient } from './orders-client.ts';

const RECONNECT_MS = 100;

export interface ProgressReaderOptions {
  client: OrdersClient;
  runId: string;
  onLine: (line: string) => void;
  /** Ends the reading. */
  signal: AbortSignal;
}

/** Reads the progress of a run to its end over as many connections as it takes: a server may die in between. */
export class ProgressReader {
  /** The text that has come so far. */
  readonly lines: string[] = [];
  readonly #options: ProgressReaderOptions;
  #arrival = Promise.withResolvers<void>();

  constructor(options: ProgressReaderOptions) {
    this.#options = options;
  }

  /** Resolves when the run has ended. @throws The signal's reason. */
  async readToEnd(): Promise<void> {
    const { signal } = this.#options;
    while (!(await this.#readOnce())) await pause(RECONNECT_MS, undefined, { signal });
  }

  /** The first line that matches, once it is there. @throws The signal's reason. */
  async waitFor(pattern: RegExp): Promise<string> {
    const { signal } = this.#options;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await Promise.race([this.#arrival.promise, aborted]);
    }
  }

  /** Reads on from where the last connection broke; `false` when this one breaks too. */
  async #readOnce(): Promise<boolean> {
    const { client, runId, onLine, signal } = this.#options;
    try {
      for await (const line of client.followProgress(runId, { from: this.lines.length, signal })) {
        this.lines.push(line);
        onLine(line);
        this.#arrival.resolve();
        this.#arrival = Promise.withResolvers();
      }
      return true;
    } catch {
      return false;
    }
  }
}
