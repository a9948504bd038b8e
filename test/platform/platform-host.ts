/** Simulates the hosting platform: serves a build function by function, and calls its crons on demand. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BuildOutput, readBuildOutput } from './build-output.ts';
import { FunctionProcess, type FunctionProcessOptions } from './function-process.ts';
import { routeRequest } from './route-request.ts';

export interface PlatformHostOptions {
  outputDir: string;
  /** Environment of all functions. */
  env: NodeJS.ProcessEnv;
  /** Runs a function while no process is writing to shared state. */
  betweenWrites: FunctionProcessOptions['betweenWrites'];
  /** Each request has a process of its own, which is killed when it has nothing more to do. Default false. */
  oneProcessPerCall?: boolean;
}

export class PlatformHost {
  readonly output: BuildOutput;
  readonly #options: PlatformHostOptions;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));
  /** By the directory of their code. */
  readonly #processes = new Map<string, FunctionProcess>();
  /** Those of one call each. */
  readonly #passing = new Set<FunctionProcess>();

  constructor(options: PlatformHostOptions) {
    this.#options = options;
    this.output = readBuildOutput(options.outputDir);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    await this.endFunctions();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Calls all cron entries, one after the other, as the platform does at their times. */
  async callCrons(): Promise<Response[]> {
    const answers: Response[] = [];
    const secret = this.#options.env['CRON_SECRET'];
    const headers = { 'user-agent': 'vercel-cron/1.0', ...(secret && { authorization: `Bearer ${secret}` }) };
    for (const { path } of this.output.config.crons ?? []) answers.push(await fetch(this.url + path, { headers }));
    return answers;
  }

  /** The process of the function that answers this path. */
  functionAt(pathname: string): FunctionProcess {
    const { target } = routeRequest(this.output, { method: 'GET', pathname });
    if (target.kind !== 'function') throw new Error(`No function answers ${pathname}.`);
    return this.#processOf(target.target);
  }

  /** Ends all processes; requests start new ones. */
  async endFunctions(): Promise<void> {
    await Promise.all([...this.#processes.values(), ...this.#passing].map((each) => each.end()));
  }

  #processOf(target: FunctionProcessOptions['target']): FunctionProcess {
    const { env, betweenWrites, oneProcessPerCall } = this.#options;
    const { realDir } = target;
    if (oneProcessPerCall) return this.#passingProcessOf(target);
    const known = this.#processes.get(realDir);
    if (known) return known;
    const made = new FunctionProcess({ target, env: { WORKFLOW_BASE_URL: this.url, ...env }, betweenWrites });
    this.#processes.set(realDir, made);
    return made;
  }

  #passingProcessOf(target: FunctionProcessOptions['target']): FunctionProcess {
    const { env, betweenWrites } = this.#options;
    const onOver = (self: FunctionProcess): void => {
      this.#passing.delete(self);
      void self.end();
    };
    const made = new FunctionProcess({ target, env: { WORKFLOW_BASE_URL: this.url, ...env }, betweenWrites, onOver });
    this.#passing.add(made);
    return made;
  }

  /** Processes that are there now, of which each has a call. */
  get passingCount(): number {
    return this.#passing.size;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.url);
    const { target, headers } = routeRequest(this.output, {
      method: request.method!,
      pathname,
      headers: request.headers,
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (target.kind === 'status') return void response.writeHead(target.status).end();
    if (target.kind === 'file') return void createReadStream(target.file).pipe(response);
    try {
      await this.#processOf(target.target).answer(request, response);
    } catch (error) {
      // The platform logs the same.
      if (!response.headersSent) response.writeHead(502).end(String(error));
      else response.destroy();
    }
  }
}
