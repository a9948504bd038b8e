/** Compares the chunks that a run wrote, by its journal, with its streams. */
import type { RunId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { World } from '../world/world.ts';

/** A stream that holds less than its run wrote. */
export interface StreamProblem {
  /** An open stream has fewer chunks than the code of its run wrote to it. */
  code: 'stream_short';
  message: string;
}

/**
 * Finds the problems of one run. A stream may hold more chunks, because others can write to it, and a closed stream
 * takes no chunks.
 */
export async function findStreamProblems(
  world: World,
  { runId, journal }: { runId: RunId; journal: readonly JournalEvent[] },
): Promise<StreamProblem[]> {
  const written = countWritten(journal);
  if (written.size === 0) return [];
  const streams = new Map((await world.listStreams(runId)).map((record) => [record.stream, record]));
  return [...written].flatMap(([stream, chunks]): StreamProblem[] => {
    const { nextIndex = 0, closed = false } = streams.get(stream) ?? {};
    if (closed || nextIndex >= chunks) return [];
    return [{ code: 'stream_short', message: `wrote ${chunks} chunks to "${stream}", which has ${nextIndex}` }];
  });
}

/** How many chunks the code wrote, by stream of the run. */
function countWritten(journal: readonly JournalEvent[]): Map<string, number> {
  const written = new Map<string, number>();
  for (const event of journal) {
    if (event.type !== 'stream_written' || event.streamRunId !== undefined) continue;
    written.set(event.stream, (written.get(event.stream) ?? 0) + event.chunks);
  }
  return written;
}
