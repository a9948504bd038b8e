/** Starts the runtime when a server boots, and stops it in an orderly way when the process ends. */
import { constants } from 'node:os';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { getStepCopies, getWorld } from '../../runtime/entries/runtime.ts';
import { httpTraffic } from './http-traffic.ts';
import { stepCopiesText } from './step-copies-text.ts';

const ENDING_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Shared by all copies of this package in a process. */
const KEY = Symbol.for('workflow.ends-with-process');
/** Requests get at least so long to end after the last step and reader. */
const ANSWER_MIN_MS = 1_000;

/** How the runtime ends with its host. */
export interface WorldLife {
  /**
   * Whether the host ends the process on a signal without waiting for steps. It then gets the signal only after running
   * steps have finished. Default false.
   */
  endsFirst?: boolean;
}

/**
 * Starts the worker, so that runs continue before the first request. Never rejects: if the store is unavailable for a
 * moment, the server keeps serving and the next request tries again.
 * @param ready Resolves when the build is registered.
 */
export async function runWorld(ready: Promise<void>, { endsFirst = false }: WorldLife = {}): Promise<void> {
  httpTraffic.follow();
  endWithProcess(endsFirst);
  try {
    await ready;
    tellOfCopies();
    if (!isEnding) await getWorld().start();
  } catch (error) {
    // The stack of such an error shows only this package.
    const told = WorkflowError.is(error) ? error.message : error;
    console.error('[workflow] The runtime cannot start; the next request tries again:', told);
  }
}

/** Said at the start: an edit changes little of it. */
function tellOfCopies(): void {
  const text = stepCopiesText(getStepCopies());
  if (text !== null) console.info(`[workflow] ${text}`);
}

/**
 * Drains the runtime, lets requests under way end, and closes the store. All of it takes `WORKFLOW_DRAIN_MS`, and a
 * second more if requests need it.
 * @param stopServers Called when no step runs any more and readers have been told. The store closes when no server
 * listens any more. Left out: that is not waited for.
 */
export async function closeWorld(stopServers?: () => void): Promise<void> {
  const world = getWorld();
  const deadline = Date.now() + world.drainMs;
  const stopForgiving = forgiveWaiting();
  httpTraffic.leave();
  try {
    await world.drain();
  } finally {
    await httpTraffic.caughtUp(ANSWER_MIN_MS);
    stopServers?.();
    const limitMs = Math.max(deadline - Date.now(), ANSWER_MIN_MS);
    await httpTraffic.settled(limitMs, { stopped: stopServers !== undefined });
    await world.close();
    httpTraffic.stay();
    stopForgiving();
  }
}

let isEnding = false;

/**
 * On SIGTERM and SIGINT the runtime drains, requests end, and the store closes. Then the process ends through the
 * host's own listeners, or by itself: after SIGTERM with exit code 0. A second signal ends it at once.
 */
function endWithProcess(endsFirst: boolean): void {
  const holder = globalThis as { [KEY]?: true };
  if (holder[KEY]) return;
  holder[KEY] = true;
  for (const signal of ENDING_SIGNALS) {
    const told = endsFirst ? takeListeners(signal) : [];
    process.once(signal, () => void endOn(signal, told));
  }
}

type SignalListener = (signal: NodeJS.Signals) => void;

function takeListeners(signal: NodeJS.Signals): SignalListener[] {
  const listeners = process.listeners(signal) as SignalListener[];
  for (const listener of listeners) process.off(signal, listener);
  return listeners;
}

/** @param told The listeners that get the signal when the runtime has drained. They stop listening for requests. */
async function endOn(signal: NodeJS.Signals, told: SignalListener[]): Promise<void> {
  isEnding = true;
  const isAlone = process.listenerCount(signal) + told.length === 0;
  await closeWorld(() => {
    if (isAlone) httpTraffic.stopListening();
    for (const listener of told) listener(signal);
  }).catch((error: unknown) => {
    console.error('[workflow] The runtime could not end in good order:', error);
    process.exitCode = 1;
  });
  if (isAlone) endAsTold(signal);
}

/**
 * At the end everybody who waits for a run or reads a stream gets an error. Where nobody handles it (a stream that is
 * piped), it must not end the process before other requests are answered.
 * @returns How to stop.
 */
function forgiveWaiting(): () => void {
  // Whoever has a listener decides alone.
  if (process.listenerCount('uncaughtException') > 0) return () => {};
  const onError = (error: unknown): void => {
    if (WorkflowError.is(error) && error.code === 'runtime_closed') return;
    console.error(error);
    process.exit(1);
  };
  process.on('uncaughtException', onError);
  return () => void process.off('uncaughtException', onError);
}

/**
 * SIGTERM asks for an orderly end, and that was one. SIGINT comes from a terminal, and shells go on with their script
 * unless the program ends by it. Linux ignores signals that process 1, as in a container, sends itself.
 */
function endAsTold(signal: NodeJS.Signals): void {
  if (signal === 'SIGTERM') process.exit();
  if (process.pid === 1) process.exit(128 + constants.signals[signal]);
  process.kill(process.pid, signal);
}
