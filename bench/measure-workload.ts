/** Runs one workload. The same code for every system, in the system's process. */
import { setTimeout as delay } from 'node:timers/promises';
import { marks } from './marks.ts';
import type { System } from './system.ts';
import type { Measured, WorkloadOutcome, WorkloadParams } from './workload.ts';
import { measureEndurance, measureLatency, measureThroughput } from './workloads/many-runs.ts';
import { measureFanOut, measureSequence } from './workloads/many-steps.ts';
import { measureReplay, recordForReplay } from './workloads/replay.ts';
import { measureStream } from './workloads/stream.ts';
import { measureHook, measureNap, measureWaiting, measureWebhook } from './workloads/waits.ts';

/** A sample begins only when there is time for it before this part of the limit is over. */
const SAMPLING_SHARE = 0.9;

/**
 * Runs a workload. Workloads of many samples take as many as fit `limitMs`; one that is a single long run ends
 * without result when the limit comes.
 */
export async function measureWorkload(
  system: System,
  params: WorkloadParams,
  limitMs: number,
): Promise<WorkloadOutcome> {
  const limit = new AbortController();
  const tooLate = delay(limitMs, 'too late' as const, { signal: limit.signal });
  const outcome = await Promise.race([measure(system, params, performance.now() + limitMs * SAMPLING_SHARE), tooLate]);
  if (outcome === 'too late') return { result: false, stepsBegun: marks.times.length };
  limit.abort();
  tooLate.catch(() => {});
  return outcome;
}

function measure(system: System, params: WorkloadParams, deadlineMs: number): Promise<Measured> {
  switch (params.kind) {
    case 'latency':
      return measureLatency(system, params, deadlineMs);
    case 'sequence':
      return measureSequence(system, params, deadlineMs);
    case 'fanOut':
      return measureFanOut(system, params, deadlineMs);
    case 'throughput':
      return measureThroughput(system, params, deadlineMs);
    case 'endurance':
      return measureEndurance(system, params);
    case 'nap':
      return measureNap(system, params, deadlineMs);
    case 'hook':
      return measureHook(system, params, deadlineMs);
    case 'webhook':
      return measureWebhook(system, params, deadlineMs);
    case 'stream':
      return measureStream(system, params, deadlineMs);
    case 'waiting':
      return measureWaiting(system, params, deadlineMs);
    case 'recordForReplay':
      return recordForReplay(system, params);
    // No other kind is left: a new one does not fit here, which the type check says.
    default:
      return measureReplay(system, params);
  }
}
