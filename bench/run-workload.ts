/**
 * Runs one workload of one system in a process of its own and takes its processor time, memory and disk from outside.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { descendantsCpuMs, descendantsMemoryBytes, killTree } from './process-tree.ts';
import { hasType, type FromDriver, type ToDriver } from './protocol.ts';
import type { WorkloadOutcome, WorkloadParams } from './workload.ts';

/** Opening and warming up, and closing, may take this long. */
const SET_UP_LIMIT_MS = 90_000;
/** A driver too busy to notice its own limit is ended this much later. */
const GRACE_MS = 20_000;
/** How much of what a failed driver printed goes into its error. */
const OUTPUT_KEPT = 2_000;

export interface WorkloadResult {
  outcome: WorkloadOutcome | { result: false; error: string };
  /** Of the measured part; absent without result. */
  use?: {
    cpuMs: number;
    /** Of the process the workflows run in. */
    rssBytes: number;
    /** Of the processes below it, such as a database server. */
    helpersBytes: number;
    diskDataBytes: number;
    diskLogBytes: number;
  };
  settings: Record<string, string>;
}

export interface WorkloadRequest {
  /** File of `drivers/`. */
  driverFile: string;
  params: WorkloadParams;
  /** Directory of the store. */
  dir: string;
  limitMs: number;
  /** Settings of the system, as variables of its environment. */
  environment: Record<string, string>;
  /** Aborting ends the processes and rejects. */
  signal: AbortSignal;
}

/** Never rejects because of the system under test: a failure of it is a result without figures. */
export async function runWorkload(request: WorkloadRequest): Promise<WorkloadResult> {
  // `detached`: Ctrl-C must reach this process only, which then ends the whole tree.
  const child = fork(request.driverFile, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...process.env, ...request.environment },
  });
  const kill = () => killTree(child.pid!);
  request.signal.addEventListener('abort', kill, { once: true });
  try {
    return await converse(child, request);
  } catch (error) {
    request.signal.throwIfAborted();
    return { outcome: { result: false, error: error instanceof Error ? error.message : String(error) }, settings: {} };
  } finally {
    request.signal.removeEventListener('abort', kill);
    kill();
  }
}

async function converse(child: ChildProcess, { params, dir, limitMs }: WorkloadRequest): Promise<WorkloadResult> {
  const pid = child.pid!;
  const inbox = new Inbox(child);
  tell(child, { type: 'job', params, dir, limitMs });
  const { settings } = await inbox.next('ready', SET_UP_LIMIT_MS);
  const cpuBefore = descendantsCpuMs(pid);
  tell(child, { type: 'go' });
  const measured = await inbox.next('measured', limitMs + GRACE_MS).catch((error: unknown) => {
    if (error instanceof DriverSilent) return null;
    throw error;
  });
  if (measured === null) return { outcome: { result: false, stepsBegun: null }, settings };
  const { outcome, self } = measured;
  if (!outcome.result) return { outcome, settings };
  const use = {
    ...self,
    cpuMs: self.cpuMs + descendantsCpuMs(pid) - cpuBefore,
    helpersBytes: descendantsMemoryBytes(pid),
  };
  tell(child, { type: 'stop' });
  await inbox.next('stopped', SET_UP_LIMIT_MS);
  return { outcome, use, settings };
}

function tell(child: ChildProcess, message: ToDriver): void {
  child.send(message);
}

class DriverSilent extends Error {}

/** The messages of a driver process, one after another. */
class Inbox {
  readonly #child: ChildProcess;
  #output = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_KEPT);
      });
    }
  }

  /** @throws {DriverSilent} when nothing came in time; any other error when the driver failed or ended. */
  async next<T extends FromDriver['type']>(type: T, limitMs: number): Promise<Extract<FromDriver, { type: T }>> {
    const timeout = AbortSignal.timeout(limitMs);
    const done = new AbortController();
    const signal = AbortSignal.any([timeout, done.signal]);
    try {
      const message = await this.#nextMessage(signal);
      if (hasType(message, type)) return message;
      const error = message.type === 'failed' ? message.error : `unexpected message "${message.type}"`;
      throw new Error(`${error}\n${this.#output}`.trim());
    } catch (error) {
      if (timeout.aborted) throw new DriverSilent(`no answer within ${limitMs / 1000} s\n${this.#output}`.trim());
      throw error;
    } finally {
      done.abort();
    }
  }

  async #nextMessage(signal: AbortSignal): Promise<FromDriver> {
    const arrival: Promise<FromDriver[]> = once(this.#child, 'message', { signal });
    const ended = once(this.#child, 'exit', { signal }).then((): FromDriver[] => [
      { type: 'failed', error: 'the process ended' },
    ]);
    const [message] = await Promise.race([arrival, ended]);
    return message!;
  }
}
