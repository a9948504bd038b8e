/** The failures of runs by their kind: an operator sees whether it is one cause or many. */
import { useState } from 'preact/hooks';
import type { ErrorGroupItem } from '../../../runtime/operations/items.ts';
import { ask, may } from '../api.ts';
import { useLive } from '../live.ts';
import { Link, Place, Time, Trouble, say } from '../parts/parts.tsx';
import { query, setQuery } from '../router.ts';
import { toConditions } from '../runs/run-filter.ts';
import { count } from '../words.ts';

const SPANS = [
  ['1h', 'the last hour'],
  ['24h', 'the last day'],
  ['7d', 'the last week'],
  ['30d', 'the last 30 days'],
  ['all', 'any time'],
] as const;

/** The page. */
export function ErrorsPage() {
  const since = query.value.get('since') ?? '24h';
  const { data, error } = useLive(
    (abort) => ask('errorGroups', toConditions(new URLSearchParams({ since }), Date.now()), abort),
    `errors ${since}`,
    { everyMs: 3_000 },
  );
  return (
    <div class="stack">
      <div class="row">
        <h1>Errors</h1>
        <span style={{ flex: '1' }} />
        <select
          aria-label="Runs created"
          value={since}
          onChange={(event) => setQuery({ since: event.currentTarget.value })}
        >
          {SPANS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Trouble error={error} />
      {data === null ? (
        !error && <p class="soft">Reading …</p>
      ) : data.groups.length === 0 ? (
        <div class="card empty">Nothing has failed.</div>
      ) : (
        <>
          <p class="soft" style={{ margin: '0' }}>
            {count(data.groups.length, 'kind')} of failure in {count(data.runs, 'run')}
            {data.isComplete ? '' : ', the newest ones: older runs were not looked at'}.
          </p>
          {data.groups.map((group) => (
            <Group key={group.fingerprint} group={group} />
          ))}
        </>
      )}
    </div>
  );
}

function Group({ group }: { group: ErrorGroupItem }) {
  const { error, shortName, failed, retrying, firstAt, lastAt, runIds } = group;
  const step = error.stepName?.slice(error.stepName.lastIndexOf('/') + 1);
  return (
    <section class="card stack" style={{ gap: '8px' }} aria-label={`${error.name} in ${shortName}`}>
      <h2 class="bad">
        {error.name}: {error.message}
      </h2>
      <div class="row">
        <strong>{shortName}</strong>
        {step && <span>step {step}</span>}
        {error.code !== null && <code>{error.code}</code>}
        <Place at={error.at} />
      </div>
      <div class="row soft">
        {failed > 0 && <span>{count(failed, 'run')} failed</span>}
        {retrying > 0 && <span>{count(retrying, 'run')} retrying</span>}
        <span>
          last <Time at={lastAt} />, first <Time at={firstAt} />
        </span>
      </div>
      <div class="row">
        {runIds.map((runId) => (
          <Link key={runId} to={`runs/${runId}`} class="mono">
            …{runId.slice(-8)}
          </Link>
        ))}
        <span style={{ flex: '1' }} />
        {may('act') && failed > 0 && <RetryGroup runIds={runIds} failed={failed} />}
      </div>
    </section>
  );
}

/** The group knows its newest runs; the others have the filter of the list. */
function RetryGroup({ runIds, failed }: { runIds: readonly string[]; failed: number }) {
  const [isBusy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    const done = await Promise.allSettled(runIds.map((runId) => ask('retry', { runId })));
    setBusy(false);
    say(`${count(done.filter(({ status }) => status === 'fulfilled').length, 'run')} retried.`);
  };
  return (
    <button disabled={isBusy} onClick={() => void retry()}>
      {failed <= runIds.length ? 'Retry' : `Retry the newest ${runIds.length}`}
    </button>
  );
}
