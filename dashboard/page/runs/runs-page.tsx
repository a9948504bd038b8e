/** The list of runs: live, filtered, and with what can be done to many at once. */
import { useState } from 'preact/hooks';
import type { RunItem } from '../../../runtime/operations/items.ts';
import { ask, may } from '../api.ts';
import { useKeys } from '../keys.tsx';
import { useLive } from '../live.ts';
import { now, Link, Status, Time, Trouble } from '../parts/parts.tsx';
import { addressOf, go, query, setQuery } from '../router.ts';
import { count, formatAgo, formatLength, stateOf } from '../words.ts';
import { BulkActions } from './bulk-actions.tsx';
import { Filters, Views } from './filters.tsx';
import { toConditions } from './run-filter.ts';
import { StartDialog } from './start-dialog.tsx';

const PAGE_RUNS = 50;

/** The page. */
export function RunsPage() {
  const search = query.value.toString();
  const [isStarting, setStarting] = useState(false);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const cursor = query.value.get('cursor');
  const { data, error, refresh } = useLive(
    async (abort) => {
      const conditions = toConditions(query.value, Date.now());
      return await ask('listRuns', { ...conditions, limit: PAGE_RUNS, ...(cursor && { cursor }) }, abort);
    },
    search,
    // Runs before a cursor are history.
    { everyMs: cursor ? 5_000 : 1_000 },
  );
  const runs = data?.runs ?? [];
  return (
    <div class="stack">
      <div class="row">
        <h1>Runs</h1>
        <span style={{ flex: '1' }} />
        {may('act') && (
          <button class="main" onClick={() => setStarting(true)}>
            Start a run
          </button>
        )}
      </div>
      <Views />
      <Filters />
      <Trouble error={error} />
      {may('act') && (marked.size > 0 || search !== '') && (
        <BulkActions marked={marked} onDone={() => (setMarked(new Set()), refresh())} />
      )}
      {data === null ? (
        <p class="soft" role="status">
          {error ? '' : 'Reading …'}
        </p>
      ) : runs.length === 0 ? (
        <NoRuns isFiltered={search !== ''} />
      ) : (
        <RunTable runs={runs} marked={marked} setMarked={setMarked} />
      )}
      <Pages hasBefore={cursor !== null} next={data?.cursor ?? null} />
      {isStarting && <StartDialog onClose={() => setStarting(false)} />}
    </div>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div class="card empty">
      {isFiltered ? (
        <>
          No run fits this filter. <Link to="">Show all</Link>
        </>
      ) : (
        <>
          This store has no runs. Call <code>start(workflow)</code> in the application, or <code>workflow start</code>{' '}
          in a terminal.
        </>
      )}
    </div>
  );
}

function Pages({ hasBefore, next }: { hasBefore: boolean; next: string | null }) {
  if (!hasBefore && next === null) return null;
  return (
    <nav class="row" aria-label="Older runs">
      <button disabled={!hasBefore} onClick={() => setQuery({ cursor: null })}>
        Newest
      </button>
      <button
        disabled={next === null}
        onClick={() => go(addressOf('', { ...Object.fromEntries(query.value), cursor: next! }))}
      >
        Older
      </button>
    </nav>
  );
}

interface RunTableProps {
  runs: readonly RunItem[];
  marked: ReadonlySet<string>;
  setMarked: (marked: ReadonlySet<string>) => void;
}

function RunTable({ runs, marked, setMarked }: RunTableProps) {
  const [at, setAt] = useState(-1);
  const mark = (runId: string): void => {
    const next = new Set(marked);
    if (!next.delete(runId)) next.add(runId);
    setMarked(next);
  };
  const step = (by: number): void => {
    const next = Math.max(0, Math.min(runs.length - 1, at + by));
    setAt(next);
    document.getElementById(`run-${runs[next]!.runId}`)?.scrollIntoView({ block: 'nearest' });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => runs[at] && go(addressOf(`runs/${runs[at].runId}`)),
    x: () => runs[at] && mark(runs[at].runId),
  });
  const isAll = runs.every(({ runId }) => marked.has(runId));
  const hasMarks = may('act');
  return (
    <div class="table-box">
      <table>
        <caption class="hidden">Runs, the newest first</caption>
        <thead>
          <tr>
            {hasMarks && (
              <th>
                <input
                  type="checkbox"
                  aria-label="Mark all of this page"
                  checked={isAll}
                  onChange={() => setMarked(isAll ? new Set() : new Set(runs.map(({ runId }) => runId)))}
                />
              </th>
            )}
            <th>Status</th>
            <th>Workflow</th>
            <th>Run</th>
            <th class="wide">Why, and what it is about</th>
            <th>Created</th>
            <th class="number">Took</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, n) => (
            <tr key={run.runId} id={`run-${run.runId}`} class={n === at ? 'marked' : ''}>
              {hasMarks && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Mark ${run.runId}`}
                    checked={marked.has(run.runId)}
                    onChange={() => mark(run.runId)}
                  />
                </td>
              )}
              <td>
                <Status state={stateOf(run)} />
              </td>
              <td title={run.workflowName}>{run.shortName}</td>
              <td class="mono-id">
                <Link to={`runs/${run.runId}`} class="mono">
                  {run.runId}
                </Link>
              </td>
              <td class="wide">
                <Reason run={run} />
              </td>
              <td>
                <Time at={run.createdAt} />
              </td>
              <td class="number">{tookOf(run)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Reason({ run }: { run: RunItem }) {
  const facts = [
    ...(run.key === null ? [] : [`key ${run.key}`]),
    ...Object.entries(run.attributes).map((pair) => pair.join(' ')),
  ];
  return (
    <>
      {run.error && (
        <div class="bad cut">
          {run.error.name}: {run.error.message}
        </div>
      )}
      {run.retrying && (
        <div class="warn cut">
          {run.retrying.error && `${run.retrying.error.name}: ${run.retrying.error.message}`} ·{' '}
          {count(run.retrying.failures, 'attempt')} failed, the next {formatAgo(run.retrying.nextAt, now.value)}
        </div>
      )}
      {run.parked && (
        <div class="warn cut">
          {run.parked.code}: {run.parked.message}
        </div>
      )}
      {run.queued && <div class="warn">waits for a {run.queued.for}</div>}
      {facts.length > 0 && <div class="soft">{facts.join(' · ')}</div>}
    </>
  );
}

function tookOf({ startedAt, completedAt, status }: RunItem): string {
  if (startedAt === null) return '';
  const end = completedAt === null ? (status === 'running' ? now.value : null) : Date.parse(completedAt);
  return end === null ? '' : formatLength(end - Date.parse(startedAt));
}
