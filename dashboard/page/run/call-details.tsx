/** One call: what happened, with its values if somebody asks for them. */
import { useEffect, useState } from 'preact/hooks';
import type { RunDetails, StepItem } from '../../../runtime/operations/items.ts';
import { ask, may } from '../api.ts';
import { Place, Status, Time, Trouble } from '../parts/parts.tsx';
import { Shown } from '../parts/json-view.tsx';
import { count } from '../words.ts';
import { RunLink } from './run-page.tsx';
import type { Call } from './timeline-model.ts';

interface CallDetailsProps {
  run: RunDetails;
  call: Call;
  seq: number;
  onClose: () => void;
}

/** The card below the timeline. */
export function CallDetails({ run, call, onClose }: CallDetailsProps) {
  const { id, name, label, kind, state, attempts, dueAt, error, childRunId } = call;
  return (
    <section class="card stack" aria-label={`Call ${name}`}>
      <div class="row">
        <h2>
          {name} {label !== null && <span class="soft">{label}</span>}
        </h2>
        <Status state={state} />
        {kind === 'step' && <span class="soft">{count(attempts, 'attempt')}</span>}
        <span class="mono soft">{id}</span>
        <span style={{ flex: '1' }} />
        <button onClick={onClose}>Close</button>
      </div>
      {dueAt !== null && (
        <p>
          {kind === 'sleep' ? 'It ends' : 'The next attempt begins'} <Time at={new Date(dueAt).toISOString()} />.
        </p>
      )}
      {childRunId !== null && (
        <p>
          Child run <RunLink runId={childRunId} />
        </p>
      )}
      {error && (
        <div class="stack" style={{ gap: '4px' }}>
          <p class="bad" style={{ margin: '0' }}>
            {error.name}: {error.message}
          </p>
          <div class="row">
            {error.code !== null && <code>{error.code}</code>} <Place at={error.at} />
          </div>
        </div>
      )}
      {kind === 'step' && may('values') && <StepValues key={`${id} ${state}`} runId={run.runId} stepId={id} />}
    </section>
  );
}

/** Values may be large and private: nobody gets them unasked. */
function StepValues({ runId, stepId }: { runId: string; stepId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState<StepItem | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (!isOpen) return;
    const abort = new AbortController();
    findStep(runId, stepId, abort.signal).then(setStep, (thrown: unknown) => abort.signal.aborted || setError(thrown));
    return () => abort.abort();
  }, [isOpen]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Input and result</summary>
      <Trouble error={error} />
      {step === null ? (
        isOpen && !error && <p class="soft">Reading …</p>
      ) : (
        <div class="stack">
          <h3>Input</h3>
          <Shown value={step.input} />
          <h3>Result</h3>
          <Shown value={step.result} />
        </div>
      )}
    </details>
  );
}

/** Pages of steps begin behind a call: the one before it. */
async function findStep(runId: string, stepId: string, abort: AbortSignal): Promise<StepItem> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await ask('listSteps', { runId, values: false, limit: 1_000, ...(cursor && { cursor }) }, abort);
    const at = page.steps.findIndex((step) => step.stepId === stepId);
    if (at >= 0) return await readOne(runId, { cursor, at }, abort);
    cursor = page.cursor;
  }
  throw new Error('The step is not in the journal.');
}

/** Of a page whose place is known, the values of one step. */
async function readOne(
  runId: string,
  { cursor, at }: { cursor: string | null | undefined; at: number },
  abort: AbortSignal,
): Promise<StepItem> {
  const before =
    at === 0 ? cursor : (await ask('listSteps', { runId, limit: at, ...(cursor && { cursor }) }, abort)).cursor;
  const { steps } = await ask('listSteps', { runId, values: true, limit: 1, ...(before && { cursor: before }) }, abort);
  return steps[0]!;
}
