/** The actions on a run. */
import { useState } from 'preact/hooks';
import type { RunDetails } from '../../../runtime/operations/items.ts';
import type { JsonValue } from '../../../runtime/operations/json-values.ts';
import { ask, may, messageOf } from '../api.ts';
import { textOf } from '../parts/form-text.ts';
import { Dialog, say } from '../parts/parts.tsx';
import { addressOf, go } from '../router.ts';
import { parseArguments, parseJson } from '../runs/start-dialog.tsx';
import { count } from '../words.ts';

/** As of `toStepId`, whose module is for Node. */
const stepIdOf = (runId: string, call: number): string => `step_${runId.slice('wrun_'.length)}_${call}`;

type DialogName = 'cancel' | 'fork' | 'hook' | 'delete';

/** An action, and why it does not apply now. */
interface Action {
  title: string;
  act: () => void;
  /** `null`: it applies. */
  obstacle: string | null;
}

/** The buttons. */
export function RunActions({ run, onDone }: { run: RunDetails; onDone: () => void }) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { runId, status, isPaused } = run;
  const hasEnded = status !== 'running' && status !== 'pending';
  const ended = hasEnded ? 'The run has ended.' : null;
  const tell = (text: string, undo?: () => void): void => {
    say(text, undo);
    onDone();
  };
  const attempt = (work: Promise<void>): void => void work.catch((error: unknown) => say(messageOf(error)));
  const setPaused = async (isToPause: boolean, hasUndo = true): Promise<void> => {
    await ask(isToPause ? 'pause' : 'resume', { runId });
    tell(
      isToPause ? 'The run is told to pause.' : 'The run is told to go on.',
      hasUndo ? () => attempt(setPaused(!isToPause, false)) : undefined,
    );
  };
  const actions: Action[] = [
    {
      title: isPaused ? 'Resume' : 'Pause',
      act: () => attempt(setPaused(!isPaused)),
      obstacle: ended,
    },
    {
      title: 'Wake',
      act: () => attempt(ask('wake', { runId }).then(({ stopped }) => tell(`${count(stopped, 'sleep')} ended.`))),
      obstacle: ended,
    },
    { title: 'Answer a hook', act: () => setDialog('hook'), obstacle: ended },
    {
      title: 'Retry',
      act: () => attempt(ask('retry', { runId }).then((copy) => open(copy.runId))),
      obstacle: status === 'failed' ? null : 'Only runs that failed are retried.',
    },
    { title: 'Fork', act: () => setDialog('fork'), obstacle: null },
    { title: 'Cancel', act: () => setDialog('cancel'), obstacle: ended },
    {
      title: 'Delete',
      act: () => setDialog('delete'),
      obstacle: hasEnded ? null : 'Only runs that have ended are deleted.',
    },
  ];
  const open = (id: string): void => {
    say(`The new run is ${id}.`);
    go(addressOf(`runs/${id}`));
  };
  const close = (): void => setDialog(null);
  return (
    <div class="row" role="group" aria-label="Act on the run">
      {actions.map(({ title, act, obstacle }) => (
        <button key={title} onClick={act} disabled={obstacle !== null} {...(obstacle !== null && { title: obstacle })}>
          {title}
        </button>
      ))}
      {dialog === 'cancel' && <CancelDialog run={run} onClose={close} onDone={() => tell('The run is told to end.')} />}
      {dialog === 'fork' && <ForkDialog run={run} onClose={close} onDone={open} />}
      {dialog === 'hook' && <HookDialog run={run} onClose={close} onDone={() => tell('The payload is delivered.')} />}
      {dialog === 'delete' && (
        <DeleteDialog
          run={run}
          onClose={close}
          onDone={() => {
            say(`${runId} is deleted.`);
            go(addressOf(''));
          }}
        />
      )}
    </div>
  );
}

interface FormProps {
  title: string;
  button: string;
  onClose: () => void;
  /** Throws what is wrong. */
  onSubmit: (form: FormData) => Promise<void>;
  children: preact.ComponentChildren;
}

/** A form in a dialog, which says what is wrong and keeps what was written. */
function Form({ title, button, onClose, onSubmit, children }: FormProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setError(null);
          setBusy(true);
          onSubmit(new FormData(event.currentTarget))
            .then(onClose, (thrown: unknown) => setError(messageOf(thrown)))
            .finally(() => setBusy(false));
        }}
      >
        {children}
        {error !== null && (
          <p class="bad" role="alert">
            {error}
          </p>
        )}
        <div class="end-row">
          <button type="button" onClick={onClose}>
            Back
          </button>
          <button class="main" disabled={isBusy}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface RunDialogProps<Result extends unknown[] = []> {
  run: RunDetails;
  onClose: () => void;
  onDone: (...result: Result) => void;
}

function CancelDialog({ run: { runId }, onClose, onDone }: RunDialogProps) {
  return (
    <Form
      title="Cancel the run?"
      button="Cancel the run"
      onClose={onClose}
      onSubmit={async (form) => {
        const reason = textOf(form, 'reason');
        await ask('cancel', { runId, ...(reason && { reason }) });
        onDone();
      }}
    >
      <p>Its steps are told to stop, and its workflow gets the time to tidy up.</p>
      <label class="field">
        Reason, which the journal keeps
        <input name="reason" />
      </label>
    </Form>
  );
}

function DeleteDialog({ run: { runId }, onClose, onDone }: RunDialogProps) {
  return (
    <Form
      title="Delete the run?"
      button="Delete the run"
      onClose={onClose}
      onSubmit={async () => {
        await ask('deleteRun', { runId });
        onDone();
      }}
    >
      <p>Its journal and its streams cannot be brought back.</p>
    </Form>
  );
}

function HookDialog({ run: { runId }, onClose, onDone }: RunDialogProps) {
  return (
    <Form
      title="Answer a hook"
      button="Send"
      onClose={onClose}
      onSubmit={async (form) => {
        const token = textOf(form, 'token') || (await onlyToken(runId));
        await ask('resumeHook', { token, payload: parseJson(textOf(form, 'payload'), 'The payload') });
        onDone();
      }}
    >
      <label class="field">
        Token{may('values') ? ' (may be empty if one hook is open)' : ''}
        <input name="token" {...(!may('values') && { required: true })} />
      </label>
      <label class="field">
        Payload in JSON
        <textarea name="payload" spellcheck={false} defaultValue="{}" />
      </label>
    </Form>
  );
}

async function onlyToken(runId: string): Promise<string> {
  const { hooks } = await ask('listHooks', { runId });
  if (hooks.length === 1) return hooks[0]!.token;
  throw new Error(
    hooks.length === 0 ? 'No hook of this run is open.' : `${hooks.length} hooks are open: name the token of one.`,
  );
}

function ForkDialog({ run, onClose, onDone }: RunDialogProps<[string]>) {
  const { runId } = run;
  const [input, setInput] = useState<string | null>(null);
  const [inputError, setInputError] = useState<string | null>(null);
  const readInput = async (): Promise<void> => {
    const { input: shown } = await ask('readRun', { runId, values: true });
    if (shown && 'value' in shown) setInput(JSON.stringify(shown.value, null, 2));
    else throw new Error('The arguments cannot be read here.');
  };
  return (
    <Form
      title="Fork the run"
      button="Fork"
      onClose={onClose}
      onSubmit={async (form) => {
        const fromStep = textOf(form, 'fromStep');
        const results = parseJson(textOf(form, 'results') || '{}', 'The results');
        const copy = await ask('fork', {
          runId,
          build: form.get('build') as 'same' | 'newest',
          ...(fromStep && { fromStep }),
          ...(input !== null && { input: parseArguments(input) }),
          ...(Object.keys(results ?? {}).length > 0 && { results: results as { [stepId: string]: JsonValue } }),
        });
        onDone(copy.runId);
      }}
    >
      <p>A new run begins with the history of this one. What an edited value leads to is done again.</p>
      <label class="field">
        From this step on again (its id; empty: the whole history is kept)
        <input name="fromStep" placeholder={stepIdOf(runId, 0)} />
      </label>
      {input === null ? (
        <div class="row">
          <button
            type="button"
            disabled={!may('values')}
            onClick={() => void readInput().catch((error: unknown) => setInputError(messageOf(error)))}
          >
            Edit the arguments
          </button>
          {inputError !== null && <span class="bad">{inputError}</span>}
        </div>
      ) : (
        <label class="field">
          Arguments, as a list in JSON
          <textarea spellcheck={false} value={input} onInput={(event) => setInput(event.currentTarget.value)} />
        </label>
      )}
      <label class="field">
        Other results, by the id of their step
        <textarea
          name="results"
          spellcheck={false}
          style={{ minHeight: '4em' }}
          placeholder={`{ "${stepIdOf(runId, 0)}": "paid" }`}
        />
      </label>
      <label class="field">
        Code
        <select name="build">
          <option value="same">the same build</option>
          <option value="newest">the newest build</option>
        </select>
      </label>
    </Form>
  );
}
