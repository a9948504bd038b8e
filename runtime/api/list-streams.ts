import { isUserStream, toNamespace } from '../values/stream-reference.ts';
import { requireRun } from './require-run.ts';

/** A stream that a run publishes. */
export interface StreamSummary {
  /** The `namespace` of `getWritable({ namespace })`; `undefined`: the stream without a name. */
  namespace: string | undefined;
  /** Number of its chunks, and the index of the next one. */
  length: number;
  /** No more chunks will come. */
  isClosed: boolean;
}

/**
 * Lists the streams to which a run has written, by name, without the runtime's own streams.
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
