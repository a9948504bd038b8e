/** The streams of the run, as they grow. */
import type { ChunkItem, RunDetails } from '../../../runtime/operations/items.ts';
import { ask, may } from '../api.ts';
import { useLive } from '../live.ts';
import { Link, Trouble } from '../parts/parts.tsx';
import { path, query } from '../router.ts';
import { count } from '../words.ts';

const PAGE_CHUNKS = 500;
/** More would hold the browser up; the command line shows all. */
const SHOWN_CHUNKS = 5_000;
const DEFAULT = 'the stream without a name';

/** The view. */
export function StreamsView({ run }: { run: RunDetails }) {
  const { data, error } = useLive((abort) => ask('listStreams', { runId: run.runId }, abort), `streams ${run.runId}`);
  const chosen = query.value.get('stream');
  if (data === null) return error ? <Trouble error={error} /> : <p class="soft">Reading …</p>;
  const { streams } = data;
  if (streams.length === 0) return <div class="card empty">It has written to no stream.</div>;
  const present = streams.find(({ namespace }) => (namespace ?? '') === (chosen ?? '')) ?? streams[0]!;
  return (
    <section class="stack" aria-label="Streams">
      <nav class="views" aria-label="Streams">
        {streams.map(({ namespace, length, isClosed }) => (
          <Link
            key={namespace ?? ''}
            to={path.value}
            query={{ tab: 'streams', ...(namespace !== null && { stream: namespace }) }}
            {...(namespace === present.namespace && { 'aria-current': 'page' as const })}
          >
            {namespace ?? DEFAULT} · {count(length, 'chunk')}
            {isClosed ? ', closed' : ''}
          </Link>
        ))}
      </nav>
      {may('values') ? (
        <Chunks key={present.namespace ?? ''} runId={run.runId} namespace={present.namespace} />
      ) : (
        <div class="card empty">You may not see the values of runs.</div>
      )}
    </section>
  );
}

interface Read {
  chunks: ChunkItem[];
  nextFrom: number;
  isClosed: boolean;
  hasMore: boolean;
}

function Chunks({ runId, namespace }: { runId: string; namespace: string | null }) {
  const { data, error } = useLive<Read>(
    async (abort, last) => {
      const known = last ?? { chunks: [], nextFrom: 0, isClosed: false, hasMore: true };
      const page = await ask(
        'readStream',
        { runId, from: known.nextFrom, limit: PAGE_CHUNKS, ...(namespace !== null && { namespace }) },
        abort,
      );
      return { ...page, chunks: [...known.chunks, ...page.chunks].slice(-SHOWN_CHUNKS) };
    },
    `chunks ${runId} ${namespace ?? ''}`,
    { isOver: ({ isClosed, hasMore }) => isClosed && !hasMore },
  );
  if (data === null) return error ? <Trouble error={error} /> : <p class="soft">Reading …</p>;
  return (
    <>
      <Trouble error={error} />
      <pre class="json" aria-label="Chunks" tabIndex={0}>
        {data.chunks.map(({ index, chunk }) => (
          <span key={index}>{textOf(chunk)}</span>
        ))}
      </pre>
      <p class="soft" role="status">
        {data.isClosed ? 'Closed.' : 'More may come.'}
      </p>
    </>
  );
}

/** Texts follow each other as they were written; anything else has a line of its own. */
function textOf(chunk: ChunkItem['chunk']): string {
  if ('unreadable' in chunk) return `[cannot be read here: ${chunk.unreadable.message}]\n`;
  return typeof chunk.value === 'string' ? chunk.value : `${JSON.stringify(chunk.value)}\n`;
}
