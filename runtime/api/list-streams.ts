import { isUserStream, toNamespace } from '../values/stream-reference.ts';
import { requireRun } from './require-run.ts';

/** A stream that a run publishes. */
export interface StreamSummary {
  /** What `getWritable({ namespace })` was given; `undefined`: the stream without a name. */
  namespace: string | undefined;
  /** Chunks in it: the next one gets this index. */
  length: number;
  /** No more chunks will come. */
  isClosed: boolean;
}

/**
 * The streams to which a run has written, by name. The runtime's own ones are left out.
 * @throws `run_id_invalid`, `WorkflowRunNotFoundError`.
 */
export async function listStreams(runId: string): Promise<StreamSummary[]> {
  const { world, run } = await requireRun(runId);
  const streams = await world.listStreams(run.runId);
  return streams
    .filter(({ stream }) => isUserStream(stream))
    .map(({ stream, nextIndex, closed }) => ({
      namespace: toNamespace(stream),
      length: nextIndex,
      isClosed: closed,
    }));
}
