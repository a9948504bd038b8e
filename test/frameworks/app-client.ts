/** A client of the test application, over HTTP. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { vi } from 'vitest';
import type { Manifest } from '../../runtime/contract/build.ts';
import { WAIT } from '../time-limits.ts';

/** The secret of servers under test. */
export const SECRET = 'a secret of the tests that is long enough';
/**
 * Limit for short answers. Some development servers leave requests unanswered while they replace a process: whoever
 * waits for an answer must have the time to ask again.
 */
export const ANSWER_LIMIT_MS = WAIT.timeout / 6;
const PREFIX = '/.well-known/workflow/v1';

/** A record written by a step, see `app/effects.ts`. */
export interface Effect {
  runId: string;
  name: string;
  attempt: number;
}

export interface AppClientOptions {
  /** Address of the server, without a path. */
  url: string;
  /** Path below which the application is mounted, such as `/v2`. Default: none. */
  base?: string;
  effectsFile: string;
  /** Limit for short answers, in milliseconds. Default: {@link ANSWER_LIMIT_MS}. */
  answerLimitMs?: number;
}

export class AppClient {
  readonly #options: AppClientOptions;

  constructor(options: AppClientOptions) {
    this.#options = options;
  }

  /** A request to a well-known route. */
  call(route: string, init?: RequestInit): Promise<Response> {
    return fetch(`${this.#options.url}${this.#options.base ?? ''}${PREFIX}/${route}`, init);
  }

  /** A request to the dashboard, as its page sends it. @param body Sent as JSON. */
  async dashboard(path: string, body?: unknown): Promise<Response> {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json', 'x-workflow-dashboard': '1' } };
    const address = `${this.#options.url}${this.#options.base ?? ''}/_workflow/`;
    // Next leads to another path.
    const { url } = path.startsWith('api/') ? await fetch(address) : { url: address };
    return await fetch(
      new URL(path, `${url.replace(/\/$/, '')}/`),
      body === undefined ? {} : { ...asked, body: JSON.stringify(body) },
    );
  }

  /** A request to the application's own routes, whose answer comes at once. @param body Sent as JSON. */
  ask(path: string, body?: unknown): Promise<Response> {
    return this.request(path, body, AbortSignal.timeout(this.#options.answerLimitMs ?? ANSWER_LIMIT_MS));
  }

  /** A request to the application's own routes, however long it takes. @param body Sent as JSON. */
  request(path: string, body?: unknown, signal: AbortSignal | null = null): Promise<Response> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return fetch(`${this.#options.url}${this.#options.base ?? ''}/app${path}`, {
      signal,
      ...(body !== undefined && init),
    });
  }

  /** A request to the flow or step route, signed as the runtime signs it. */
  callSigned(route: 'flow' | 'step', body: string): Promise<Response> {
    const seconds = Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', SECRET).update(`${seconds} POST ${PREFIX}/${route}\n${body}`).digest('hex');
    return this.call(route, { method: 'POST', body, headers: { 'x-workflow-signature': `t=${seconds},v2=${digest}` } });
  }

  /** Starts a run. @param workflow A name that the application knows. @returns The run's id. */
  async start(workflow: string, ...args: unknown[]): Promise<string> {
    return await this.#start(`/start/${workflow}`, args);
  }

  async startById(workflowId: string, ...args: unknown[]): Promise<string> {
    return await this.#start(`/start?id=${encodeURIComponent(workflowId)}`, args);
  }

  /** The return value of a run. Resolves when the run ends; asks again when its server ends before. */
  async result(runId: string): Promise<any> {
    for (;;) {
      const response = await this.request(`/runs/${runId}/result`);
      if (response.status !== 202) return await readJson(response);
    }
  }

  /** The error of a failed run; `null`: it succeeded. Resolves when the run ends. */
  async failure(runId: string): Promise<{ message: string; stack: string } | null> {
    return (await readJson(await this.request(`/runs/${runId}/failure`))) as { message: string; stack: string } | null;
  }

  async status(runId: string): Promise<unknown> {
    return await readJson(await this.ask(`/runs/${runId}/status`));
  }

  /** The return value of a run, polled with short requests: for servers that may restart meanwhile. */
  async resultBetweenRestarts(runId: string): Promise<any> {
    const status = (): Promise<unknown> => this.status(runId).catch(() => null);
    await vi.waitUntil(async () => (await status()) === 'completed', WAIT);
    return await readJson(await this.ask(`/runs/${runId}/result`));
  }

  /** The answer of the manifest route. */
  async manifest(): Promise<Manifest> {
    return (await readJson(await this.call('manifest.json'))) as Manifest;
  }

  /** Follows the stream of a run from its beginning. */
  async *lines(runId: string): AsyncGenerator<string, void, void> {
    const { body } = await this.request(`/runs/${runId}/stream`);
    let rest = '';
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  }

  /** The stream of a run as server-sent events. @param last Index of the last chunk that has been read. */
  events(runId: string, last?: number): Promise<Response> {
    const headers = last === undefined ? {} : { 'last-event-id': String(last) };
    return fetch(`${this.#options.url}${this.#options.base ?? ''}/runs/${runId}/stream`, { headers });
  }

  /** All lines that a run publishes. Resolves when it has ended. */
  async allLines(runId: string): Promise<string[]> {
    const all: string[] = [];
    for await (const line of this.lines(runId)) all.push(line);
    return all;
  }

  /** The first line that the run publishes. */
  async firstLine(runId: string): Promise<string> {
    for await (const line of this.lines(runId)) return line;
    throw new Error('The run has ended without a line.');
  }

  async resumeHook(token: string, payload: unknown): Promise<unknown> {
    return await readJson(await this.request(`/hooks/${token}`, payload));
  }

  async cancel(runId: string): Promise<void> {
    await readJson(await this.request(`/runs/${runId}/cancel`, {}));
  }

  /** The records of steps, in order. @param runId Only those of this run. */
  async effects(runId?: string): Promise<Effect[]> {
    const text = await readFile(this.#options.effectsFile, 'utf8').catch(() => '');
    const lines = text.split('\n').filter((line) => line !== '');
    const effects = lines.map((line) => JSON.parse(line) as Effect);
    return runId === undefined ? effects : effects.filter((effect) => effect.runId === runId);
  }

  async #start(path: string, args: unknown[]): Promise<string> {
    const { runId } = (await readJson(await this.ask(path, args))) as { runId: string };
    return runId;
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}
