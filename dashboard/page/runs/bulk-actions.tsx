/** Actions on the marked runs, or on all that fit the filter. */
import { useEffect, useState } from 'preact/hooks';
import type { BulkOutcome } from '../../../runtime/operations/items.ts';
import type { BulkActionName, RunConditionsQuery } from '../../../runtime/operations/operations.ts';
import { ask, messageOf } from '../api.ts';
import { Dialog, say } from '../parts/parts.tsx';
import { query } from '../router.ts';
import { count } from '../words.ts';
import { toConditions } from './run-filter.ts';

const ACTIONS: readonly { action: BulkActionName; title: string; isDangerous?: true }[] = [
  { action: 'retry', title: 'Retry' },
  { action: 'wake', title: 'Wake' },
  { action: 'pause', title: 'Pause' },
  { action: 'resume', title: 'Resume' },
  { action: 'cancel', title: 'Cancel', isDangerous: true },
  { action: 'delete', title: 'Delete', isDangerous: true },
];
const UNDO: Partial<Record<BulkActionName, BulkActionName>> = { pause: 'resume', resume: 'pause' };
const ONE_BY_ONE: Record<BulkActionName, 'cancel' | 'pause' | 'resume' | 'wake' | 'retry' | 'deleteRun'> = {
  cancel: 'cancel',
  pause: 'pause',
  resume: 'resume',
  wake: 'wake',
  retry: 'retry',
  delete: 'deleteRun',
};

/** The store has these requests when it answers, and the worker that has the run follows them a moment later. */
const REQUESTS: readonly BulkActionName[] = ['wake', 'pause', 'resume', 'cancel'];

/** The buttons. */
export function BulkActions({ marked, onDone }: { marked: ReadonlySet<string>; onDone: () => void }) {
  const [action, setAction] = useState<BulkActionName | null>(null);
  const target = marked.size > 0 ? count(marked.size, 'marked run') : 'all runs of this list';
  return (
    <div class="row" role="group" aria-label="Act on many runs">
      <span class="soft">With {target}:</span>
      {ACTIONS.map(({ action: each, title }) => (
        <button key={each} onClick={() => setAction(each)}>
          {title}
        </button>
      ))}
      {action && (
        <BulkDialog
          action={action}
          runIds={marked.size > 0 ? [...marked] : null}
          onClose={(isDone) => {
            setAction(null);
            if (isDone) onDone();
          }}
        />
      )}
    </div>
  );
}

interface BulkDialogProps {
  action: BulkActionName;
  /** `null`: all that fit the filter. */
  runIds: readonly string[] | null;
  onClose: (isDone: boolean) => void;
}

/** Asks before, shows how far it is, and offers the way back where there is one. */
function BulkDialog({ action, runIds, onClose }: BulkDialogProps) {
  const [conditions] = useState(() => toConditions(query.value, Date.now()));
  const [matched, setMatched] = useState<number | null>(runIds?.length ?? null);
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  useEffect(() => {
    if (runIds === null)
      ask('previewBulk', { action, conditions, limit: 1 })
        .then((answer) => setMatched(answer.matched))
        .catch((thrown: unknown) => setError(messageOf(thrown)));
  }, []);
  const act = async (): Promise<void> => {
    setDone(0);
    const outcome = runIds
      ? await actOnEach(action, runIds, { reason, onProgress: setDone })
      : await ask('bulk', { action, conditions, ...(reason && { reason }) });
    report(action, outcome, runIds);
    onClose(true);
  };
  const { title, isDangerous } = ACTIONS.find((each) => each.action === action)!;
  return (
    <Dialog title={`${title} ${matched === null ? 'runs' : count(matched, 'run')}?`} onClose={() => onClose(false)}>
      <p>
        {runIds ? 'Runs to which it does not apply stay as they are.' : describe(conditions)}
        {action === 'delete' && ' What is deleted cannot be brought back.'}
        {action === 'retry' && ' Each becomes a new run that goes on where the old one failed.'}
      </p>
      {action === 'cancel' && (
        <label class="field">
          Reason, which the journal keeps
          <input value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      {done !== null && (
        <label class="field">
          {runIds ? `${done} of ${runIds.length}` : 'At work …'}
          <progress {...(runIds && { value: done, max: runIds.length })} style={{ width: '100%' }} />
        </label>
      )}
      {error !== null && (
        <p class="bad" role="alert">
          {error}
        </p>
      )}
      <div class="end-row">
        <button onClick={() => onClose(false)}>Back</button>
        <button
          class="main"
          disabled={matched === null || matched === 0 || done !== null}
          onClick={() =>
            void act().catch((thrown: unknown) => {
              setDone(null);
              setError(messageOf(thrown));
            })
          }
        >
          {isDangerous ? `${title} them` : title}
        </button>
      </div>
    </Dialog>
  );
}

function describe(conditions: RunConditionsQuery): string {
  const names = Object.keys(conditions);
  return names.length === 0
    ? 'It is for every run of the store to which it applies.'
    : 'It is for all runs that fit the filter and to which it applies, also those on other pages.';
}

interface EachOptions {
  reason: string;
  onProgress: (done: number) => void;
}

/** Marked runs are few: one request each shows how far it is. */
async function actOnEach(
  action: BulkActionName,
  runIds: readonly string[],
  { reason, onProgress }: EachOptions,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { matched: runIds.length, done: 0, skipped: 0, failed: [] };
  for (const [n, runId] of runIds.entries()) {
    try {
      await ask(ONE_BY_ONE[action], { runId, ...(action === 'cancel' && reason && { reason }) });
      outcome.done++;
    } catch {
      outcome.skipped++;
    }
    onProgress(n + 1);
  }
  return outcome;
}

function report(
  action: BulkActionName,
  { done, skipped, failed }: BulkOutcome,
  runIds: readonly string[] | null,
): void {
  const undo = UNDO[action];
  const parts = [
    `${done} ${REQUESTS.includes(action) ? 'told' : 'done'}`,
    ...(skipped ? [`${skipped} left as they were`] : []),
    ...(failed.length ? [`${failed.length} failed`] : []),
  ];
  const text = `${ACTIONS.find((each) => each.action === action)!.title}: ${parts.join(', ')}.`;
  if (!undo || !runIds || done === 0) return say(text);
  say(
    text,
    () =>
      void actOnEach(undo, runIds, { reason: '', onProgress: () => {} }).then((outcome) => report(undo, outcome, null)),
  );
}
