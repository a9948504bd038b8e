/** The outside of the runs of a storm: starts one, gives it what it waits for, and looks at what comes out of it. */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { EntityConflictError } from '../../runtime/contract/run-errors.ts';
import { isStoreTrouble } from '../../runtime/world/messages.ts';
import { resumeHook, start, type Run } from '../../runtime/entries/api.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { workflowIdOf } from '../runtime/build-from-functions.ts';
import type { Producer } from './producer.ts';
import type { Lane } from './storm-code.ts';

/** The result of a run of each kind when nothing goes wrong. */
const EXPECTED: Record<Lane, unknown> = {
  steps: 15,
  parallel: 6,
  sleeps: [41, 121, 81],
  hooks: [101, 102, 103],
  streams: ['begun', 'a1', 'a2', 'a3', 'a4', 'a5', 'half', 'b1', 'b2', 'b3', 'done'],
  cancels: 'WorkflowRunCancelledError: enough',
};

export interface FinishedRun {
  runId: RunId;
  lane: Lane;
  /** The problem of its outcome; `null`: none. */
  problem: string | null;
  /** A step of it was cut off so often that it was given up, which is no fault of the product in a storm. */
  isGivenUp: boolean;
}

const AGAIN_MS = 50;

/** Asks until the store answers, as callers do who have to get through. */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isStoreTrouble(error)) throw error;
      await setTimeout(AGAIN_MS);
    }
  }
}

/** Drives one run from its start to its end. @param id By it a start is repeated whose answer was lost. */
export async function driveRun(producer: Producer, lane: Lane, id: string): Promise<FinishedRun> {
  const run = await insist(() => start({ workflowId: workflowIdOf(lane) }, [], { id }));
  const runId = run.runId as RunId;
  const seen = await accompany(producer, run, lane).catch(describeError);
  const isGivenUp = typeof seen === 'string' && seen.includes('[step_interrupted_too_often]');
  if (isGivenUp || isDeepStrictEqual(seen, EXPECTED[lane])) return { runId, lane, problem: null, isGivenUp };
  const problem = `${lane} ${runId} gave ${JSON.stringify(seen)} instead of ${JSON.stringify(EXPECTED[lane])}`;
  return { runId, lane, problem, isGivenUp };
}

const describeError = (error: Error): string =>
  `${error.name}: ${error.cause instanceof Error ? error.cause.message : error.message}`;

async function accompany({ untilEvent }: Producer, run: Run, lane: Lane): Promise<unknown> {
  switch (lane) {
    case 'hooks':
      await insist(() => untilEvent(run.runId, 'hook_created'));
      // The token of the hook is the id of its run.
      for (const payload of [1, 2, 3]) await insist(() => resumeHook(run.runId, payload, { id: String(payload) }));
      return await insist(() => run.returnValue);
    case 'streams': {
      // A reader that follows from the beginning, through every death of a writer.
      const chunks: unknown[] = [];
      const follow = async (): Promise<void> => {
        for await (const chunk of run.readable) chunks.push(chunk);
      };
      // Whoever cannot open it opens it again; but once it is open nothing cuts it off.
      await insist(() =>
        follow().catch((error: unknown) => Promise.reject(chunks.length > 0 ? new Error('cut off') : error)),
      );
      await insist(() => run.returnValue);
      return chunks;
    }
    case 'cancels':
      // A request whose answer was lost may have ended it.
      await insist(() => run.cancel({ reason: 'enough' }).catch(ignoreEnded));
      return await insist(() => run.returnValue).catch((error: Error & { reason?: string }) => {
        if (error.reason === undefined) throw error;
        return `${error.name}: ${error.reason}`;
      });
    default:
      return await insist(() => run.returnValue);
  }
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof EntityConflictError)) throw error;
}
