import { isRunId } from '../contract/ids.ts';
import { WorkflowRunNotFoundError } from '../contract/run-errors.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { RunRecord, World } from '../world/world.ts';
import { getRuntime } from './runtime.ts';

/** The open store, and the run in it. @throws `run_id_invalid`, `WorkflowRunNotFoundError`. */
export async function requireRun(runId: string): Promise<{ world: World; run: RunRecord }> {
  if (!isRunId(runId)) throw runtimeError('run_id_invalid', { runId });
  const { world } = await getRuntime().connect();
  const run = await world.readRun(runId);
  if (!run) throw new WorkflowRunNotFoundError(runId);
  return { world, run };
}
