/** The arguments and the result of the run, for those who may see them. */
import { useEffect, useState } from 'preact/hooks';
import type { RunDetails } from '../../../runtime/operations/items.ts';
import { ask, may } from '../api.ts';
import { Shown } from '../parts/json-view.tsx';
import { Trouble } from '../parts/parts.tsx';
import type { Timeline } from './timeline-model.ts';

/** The view. */
export function ValuesView({ run }: { run: RunDetails; timeline: Timeline; seq: number }) {
  const [read, setRead] = useState<RunDetails | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (!may('values')) return;
    const abort = new AbortController();
    ask('readRun', { runId: run.runId, values: true }, abort.signal).then(
      setRead,
      (thrown: unknown) => abort.signal.aborted || setError(thrown),
    );
    return () => abort.abort();
  }, [run.runId, run.status]);
  if (!may('values')) return <div class="card empty">You may not see the values of runs.</div>;
  return (
    <section class="stack" aria-label="Values">
      <Trouble error={error} />
      {read === null ? (
        !error && <p class="soft">Reading …</p>
      ) : (
        <>
          <h2>Arguments</h2>
          <Shown value={read.input} />
          <h2>Result</h2>
          <Shown value={read.output} />
          <p class="soft">Those of a step are in the timeline: choose its row.</p>
        </>
      )}
    </section>
  );
}
