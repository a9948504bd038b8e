/** Does the store keep up: what came and went, what waits, who works, and what takes the space. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../../runtime/observe/byte-text.ts';
import type { ActivityItem, StorePartItem, StoreStats } from '../../../runtime/operations/items.ts';
import { SLOW_ANSWER_MS } from '../../../runtime/operations/slow-answer.ts';
import { ask, may } from '../api.ts';
import { useLive } from '../live.ts';
import { Link, now, Status, Time, Trouble } from '../parts/parts.tsx';
import { query, setQuery } from '../router.ts';
import { StartDialog } from '../runs/start-dialog.tsx';
import { useWorkflows } from '../runs/filters.tsx';
import { count, formatAgo, formatLength } from '../words.ts';
import { Chart } from './chart.tsx';

const SPANS = [
  ['60', 'the last hour'],
  ['360', 'the last 6 hours'],
  ['1440', 'the last day'],
] as const;

/** The page. */
export function HealthPage() {
  const minutes = query.value.get('minutes') ?? '60';
  const stats = useLive((abort) => ask('stats', {}, abort), 'stats', { everyMs: 3_000 });
  const activity = useLive((abort) => ask('activity', { minutes: Number(minutes) }, abort), `activity ${minutes}`, {
    everyMs: 5_000,
  });
  return (
    <div class="stack">
      <div class="row">
        <h1>Health</h1>
        <span style={{ flex: '1' }} />
        <select
          aria-label="Span of time"
          value={minutes}
          onChange={(event) => setQuery({ minutes: event.currentTarget.value })}
        >
          {SPANS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Trouble error={stats.error ?? activity.error} />
      {activity.data && <Activity buckets={activity.data.buckets} />}
      {stats.data && <Stats stats={stats.data} />}
      <Workflows />
    </div>
  );
}

function Activity({ buckets }: { buckets: readonly ActivityItem[] }) {
  const sum = (name: 'started' | 'completed' | 'failed'): number =>
    buckets.reduce((total, bucket) => total + bucket[name], 0);
  return (
    <div class="cards">
      <Chart
        title="Started"
        summary={count(sum('started'), 'run')}
        buckets={buckets}
        series={[{ name: 'started', tone: 'busy', value: ({ started }) => started }]}
      />
      <Chart
        title="Ended"
        summary={`${sum('completed').toLocaleString('en')} completed, ${sum('failed').toLocaleString('en')} failed`}
        buckets={buckets}
        series={[
          { name: 'completed', tone: 'good', value: ({ completed }) => completed },
          { name: 'failed', tone: 'bad', value: ({ failed }) => failed },
        ]}
      />
      <Chart
        title="From start to end"
        summary={describeLatency(buckets)}
        buckets={buckets}
        series={[
          { name: 'half of them within', tone: 'busy', value: ({ p50Ms }) => p50Ms ?? 0 },
          { name: '95 % within', tone: 'warn', value: ({ p95Ms }) => p95Ms ?? 0 },
        ]}
        format={formatLength}
        isStacked={false}
      />
    </div>
  );
}

function describeLatency(buckets: readonly ActivityItem[]): string {
  const last = buckets.findLast(({ p50Ms }) => p50Ms !== null);
  return last
    ? `lately ${formatLength(last.p50Ms!)} for half, ${formatLength(last.p95Ms!)} for 95 %`
    : 'no run has completed';
}

function Stats({ stats }: { stats: StoreStats }) {
  const { kind, bytes, freeBytes, answerMs, workers, parked, oldestPendingAt, oldestDueAt, counts } = stats;
  return (
    <div class="cards">
      <section class="card stack" aria-label="What waits">
        <h2>What waits</h2>
        <dl class="facts">
          <dt>Oldest that has not begun</dt>
          <dd>{oldestPendingAt === null ? 'none' : <Time at={oldestPendingAt} />}</dd>
          <dt>Due, and not taken, since</dt>
          <dd class={oldestDueAt !== null && now.value - Date.parse(oldestDueAt) > 10_000 ? 'warn' : ''}>
            {oldestDueAt === null ? 'nothing' : <Time at={oldestDueAt} />}
          </dd>
        </dl>
        {parked.length === 0 ? (
          <p class="soft">No run is parked.</p>
        ) : (
          parked.map(({ code, message, runs }) => (
            <div key={code}>
              <Link to="" query={{ parked: '1' }}>
                {count(runs, 'run')} parked
              </Link>
              : <code>{code}</code>
              <div class="warn">{message}</div>
            </div>
          ))
        )}
      </section>
      <section class="card stack" aria-label="Workers">
        <h2>Workers</h2>
        {workers.length === 0 ? (
          <p class="warn">No worker is on this store: runs wait.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th>Worker</th>
                <th>Lease</th>
                <th class="number">Runs</th>
                <th class="number">Steps of others</th>
              </tr>
            </thead>
            <tbody>
              {workers.map(({ workerId, leaseUntil, isAlive, runs, steps }) => (
                <tr key={workerId}>
                  <td class="mono" title={workerId}>
                    …{workerId.slice(-8)}
                  </td>
                  <td>
                    {isAlive ? (
                      <Status state="completed">alive</Status>
                    ) : (
                      <Status state="failed">ended {formatAgo(leaseUntil, now.value)}</Status>
                    )}
                  </td>
                  <td class="number">{runs}</td>
                  <td class="number">{steps}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section class="card stack" aria-label="Store">
        <h2>
          Store: {kind}
          {bytes !== null && `, ${formatBytes(bytes)}`}
        </h2>
        <dl class="facts">
          <dt>runs</dt>
          <dd>{counts.reduce((sum, { runs }) => sum + runs, 0).toLocaleString('en')}</dd>
          <dt>answers in</dt>
          <dd class={answerMs < SLOW_ANSWER_MS ? '' : 'warn'}>{answerMs} ms</dd>
          {freeBytes !== null && (
            <>
              <dt>left on its disk</dt>
              <dd>{formatBytes(freeBytes)}</dd>
            </>
          )}
        </dl>
        {bytes !== null && <StoreParts />}
      </section>
    </div>
  );
}

/** Asked for, because the whole store is read for it. */
function StoreParts() {
  const [parts, setParts] = useState<readonly StorePartItem[] | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const measure = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      setParts((await ask('storeParts', {})).parts);
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  return (
    <>
      {parts && (
        <dl class="facts">
          {parts.map(({ name, bytes }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{formatBytes(bytes)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <Trouble error={error} />
      <div>
        <button disabled={isBusy} onClick={() => void measure()}>
          {isBusy ? 'Measuring …' : parts ? 'Measure again' : 'What takes the room?'}
        </button>
      </div>
    </>
  );
}

function Workflows() {
  const workflows = useWorkflows();
  const [starting, setStarting] = useState<string | null>(null);
  if (workflows.length === 0) return null;
  return (
    <section class="stack" aria-label="Workflows">
      <h2>Workflows</h2>
      <div class="table-box">
        <table>
          <thead>
            <tr>
              <th>Workflow</th>
              <th>File</th>
              <th>Runs</th>
              <th>
                <span class="hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {workflows.map(({ workflowName, shortName, file }) => (
              <tr key={workflowName}>
                <td title={workflowName}>{shortName}</td>
                <td class="mono">{file ?? <span class="soft">no code in this process</span>}</td>
                <td>
                  <Link to="" query={{ workflow: workflowName }}>
                    its runs
                  </Link>
                </td>
                <td>{may('act') && <button onClick={() => setStarting(workflowName)}>Start</button>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {starting !== null && <StartDialog workflow={starting} onClose={() => setStarting(null)} />}
    </section>
  );
}
