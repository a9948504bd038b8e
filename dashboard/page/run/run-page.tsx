/** The page of one run: why it is as it is, what it did, and what can be done. */
import { useRef } from 'preact/hooks';
import type { RunDetails, WaitingItem } from '../../../runtime/operations/items.ts';
import { ApiError, ask, may } from '../api.ts';
import { useLive } from '../live.ts';
import { Copy, Link, Place, Status, Time, Trouble } from '../parts/parts.tsx';
import { path, query } from '../router.ts';
import { formatAgo, formatLength, stateOf } from '../words.ts';
import { now } from '../parts/parts.tsx';
import { RunActions } from './actions.tsx';
import { GraphView } from './graph-view.tsx';
import { JournalView } from './journal-view.tsx';
import { StreamsView } from './streams-view.tsx';
import { Timeline } from './timeline-model.ts';
import { TimelineView } from './timeline-view.tsx';
import { ValuesView } from './values-view.tsx';

const TABS = ['timeline', 'journal', 'values', 'streams', 'graph'] as const;
/** The rest of a run is read again when its journal has grown, and after this time: a parked run writes nothing. */
const STALE_MS = 5_000;
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** All that the page has read. */
export interface RunState {
  run: RunDetails;
  waits: WaitingItem[];
  /** The last event of the timeline: another number means that it has changed. */
  seq: number;
  /** Whether the timeline has the end of the run. The journal is read before the run, which may end in between. */
  hasEnded: boolean;
}

/** The page. */
export function RunPage({ runId }: { runId: string }) {
  const held = useRef({ runId, timeline: new Timeline(), readAt: 0 });
  if (held.current.runId !== runId) held.current = { runId, timeline: new Timeline(), readAt: 0 };
  const own = held.current;
  const { timeline } = own;
  const { data, error, refresh } = useLive<RunState>(
    async (abort, last) => {
      const { entries, hasEnded } = await ask('journal', { runId, after: timeline.seq }, abort);
      timeline.add(entries);
      if (last && entries.length === 0 && Date.now() - own.readAt < STALE_MS) return last;
      own.readAt = Date.now();
      const run = await ask('readRun', { runId }, abort);
      const { waits } = ENDED.has(run.status) ? { waits: [] } : await ask('waitingFor', { runId }, abort);
      return { run, waits, seq: timeline.seq, hasEnded };
    },
    runId,
    { isOver: ({ hasEnded }) => hasEnded },
  );
  const readAnew = (): void => {
    own.readAt = 0;
    refresh();
  };
  if (data === null) return error ? <Missing runId={runId} error={error} /> : <p class="soft">Reading …</p>;
  const { run, waits } = data;
  const tab = TABS.find((each) => each === query.value.get('tab')) ?? 'timeline';
  return (
    <div class="stack">
      <Head run={run} onDone={readAnew} />
      <Trouble error={error} />
      <Why run={run} waits={waits} />
      <nav class="tabs" aria-label="Parts of the run">
        {TABS.map((each) => (
          <Link
            key={each}
            to={path.value}
            query={each === 'timeline' ? {} : { tab: each }}
            {...(each === tab && { 'aria-current': 'page' as const })}
          >
            {each[0]!.toUpperCase() + each.slice(1)}
          </Link>
        ))}
      </nav>
      {tab === 'timeline' && <TimelineView timeline={timeline} seq={data.seq} run={run} />}
      {tab === 'journal' && <JournalView events={timeline.events} seq={data.seq} />}
      {tab === 'values' && <ValuesView run={run} timeline={timeline} seq={data.seq} />}
      {tab === 'streams' && <StreamsView run={run} />}
      {tab === 'graph' && <GraphView run={run} timeline={timeline} seq={data.seq} />}
    </div>
  );
}

function Missing({ runId, error }: { runId: string; error: unknown }) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div class="card empty">
      {isMissing ? `There is no run ${runId} in this store.` : <Trouble error={error} />} <Link to="">To the runs</Link>
    </div>
  );
}

function Head({ run, onDone }: { run: RunDetails; onDone: () => void }) {
  const { runId, shortName, workflowName } = run;
  return (
    <header class="stack" style={{ gap: '10px' }}>
      <div class="row">
        <h1 title={workflowName}>{shortName}</h1>
        <Status state={stateOf(run)} />
        <span class="mono soft">{runId}</span>
        <Copy text={runId} label="Copy the id of the run" />
      </div>
      <Facts run={run} />
      {may('act') && <RunActions run={run} onDone={onDone} />}
    </header>
  );
}

function Facts({ run }: { run: RunDetails }) {
  const {
    createdAt,
    startedAt,
    completedAt,
    key,
    attributes,
    parentRunId,
    forkedFrom,
    buildId,
    cancelReason,
    expiresAt,
  } = run;
  const took =
    startedAt === null ? null : (completedAt === null ? now.value : Date.parse(completedAt)) - Date.parse(startedAt);
  return (
    <dl class="facts">
      <dt>Created</dt>
      <dd>
        <Time at={createdAt} />
        {took !== null && ` · ${completedAt === null ? 'under way for' : 'took'} ${formatLength(took)}`}
      </dd>
      {key !== null && <Fact name="Key">{key}</Fact>}
      {Object.entries(attributes).map(([name, value]) => (
        <Fact key={name} name={name}>
          {String(value)}
        </Fact>
      ))}
      {parentRunId !== null && <Fact name="Parent">{<RunLink runId={parentRunId} />}</Fact>}
      {forkedFrom !== null && <Fact name="Copy of">{<RunLink runId={forkedFrom} />}</Fact>}
      {cancelReason !== null && <Fact name="Cancelled because">{cancelReason}</Fact>}
      {buildId !== null && (
        <Fact name="Build">
          <code>{buildId.slice(0, 12)}</code>
        </Fact>
      )}
      {expiresAt !== null && (
        <Fact name="Is removed">
          <Time at={expiresAt} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A link to another run. */
export function RunLink({ runId }: { runId: string }) {
  return (
    <Link to={`runs/${runId}`} class="mono">
      {runId}
    </Link>
  );
}

/** Why it failed, or why it does not go on. */
function Why({ run, waits }: { run: RunDetails; waits: readonly WaitingItem[] }) {
  if (run.error)
    return (
      <section class="card stack" aria-label="Why it failed">
        <h2 class="bad">
          {run.error.name}: {run.error.message}
        </h2>
        <div class="row">
          {run.error.code !== null && <code>{run.error.code}</code>}
          {run.error.stepName !== null && (
            <span>in the step {run.error.stepName.slice(run.error.stepName.lastIndexOf('/') + 1)}</span>
          )}
          <Place at={run.error.at} />
        </div>
        {run.stack !== null && (
          <details>
            <summary>Stack</summary>
            <pre class="json">{run.stack}</pre>
          </details>
        )}
      </section>
    );
  if (ENDED.has(run.status)) return null;
  return (
    <section class="card stack" aria-label="What it waits for">
      <h2>{waits.length === 0 ? 'It is at work' : 'It waits'}</h2>
      {run.isPaused && <p class="warn">It is paused: no step begins and no sleep ends until somebody resumes it.</p>}
      {run.parked && (
        <p class="warn">
          It is parked: {run.parked.message} <code>{run.parked.code}</code>
        </p>
      )}
      {run.queued && (
        <p class="warn">
          {run.queued.for === 'worker' ? 'It is due, and no worker has taken it' : 'It waits for a place'} since{' '}
          {formatAgo(run.queued.since, now.value)}.
        </p>
      )}
      {waits.length > 0 && <Waits waits={waits} />}
    </section>
  );
}

const WAITS_SHOWN = 20;

function Waits({ waits }: { waits: readonly WaitingItem[] }) {
  return (
    <ul style={{ margin: '0', paddingLeft: '18px' }}>
      {waits.slice(0, WAITS_SHOWN).map((wait, n) => (
        <li key={wait.correlationId ?? n}>
          {describe(wait)} <Time at={wait.since} />
          {wait.until !== null && <>, ends {formatAgo(wait.until, now.value)}</>} <Place at={wait.at} />
          {wait.childRunId !== null && <RunLink runId={wait.childRunId} />}
          {wait.token !== null && wait.token !== '[masked]' && (
            <Copy text={wait.token} label="Copy the token of the hook" />
          )}
          {wait.error && (
            <div class="bad">
              {wait.error.name}: {wait.error.message}
            </div>
          )}
        </li>
      ))}
      {waits.length > WAITS_SHOWN && <li class="soft">and {waits.length - WAITS_SHOWN} more</li>}
    </ul>
  );
}

function describe({ kind, stepName, attempt, message }: WaitingItem): string {
  const step = stepName?.slice(stepName.lastIndexOf('/') + 1);
  switch (kind) {
    case 'step':
      return `for the step ${step}, attempt ${attempt ?? 1}, since`;
    case 'retry':
      return `for attempt ${attempt ?? 2} of the step ${step}, since`;
    case 'sleep':
      return 'in a sleep since';
    case 'hook':
      return 'for somebody who answers a hook, since';
    case 'child':
      return 'for a child run since';
    case 'limit':
      return `for a place${step ? ` for the step ${step}` : ''} since`;
    case 'code':
      return `for fitting code (${message ?? ''}) since`;
    default:
      return 'for a promise that nothing durable settles, since';
  }
}
