/** Starts a run. */
import { useState } from 'preact/hooks';
import type { JsonValue } from '../../../runtime/operations/json-values.ts';
import { ask, messageOf } from '../api.ts';
import { textOf } from '../parts/form-text.ts';
import { Dialog, say } from '../parts/parts.tsx';
import { addressOf, go } from '../router.ts';
import { useWorkflows } from './filters.tsx';

/** The form. */
export function StartDialog({ onClose, workflow = '' }: { onClose: () => void; workflow?: string }) {
  const workflows = useWorkflows();
  const [chosen, setChosen] = useState(workflow);
  const [error, setError] = useState<string | null>(null);
  const start = async (form: FormData): Promise<void> => {
    const key = textOf(form, 'key');
    const { runId, hasWorker } = await ask('start', {
      workflow: textOf(form, 'workflow'),
      args: parseArguments(textOf(form, 'args')),
      ...(key && { key }),
    });
    say(hasWorker ? `Started ${runId}.` : `Started ${runId}. It waits: no worker is on the store.`);
    onClose();
    go(addressOf(`runs/${runId}`));
  };
  return (
    <Dialog title="Start a run" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setError(null);
          start(new FormData(event.currentTarget)).catch((thrown: unknown) => setError(messageOf(thrown)));
        }}
      >
        <label class="field">
          Workflow
          <select
            // Its options come later, and only a new one takes its value again.
            key={workflows.length}
            name="workflow"
            required
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {workflows.map(({ workflowName, shortName, file }) => (
              <option key={workflowName} value={workflowName}>
                {shortName}
                {file === null ? '' : ` (${file})`}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          Arguments, as a list in JSON
          <textarea name="args" spellcheck={false} defaultValue="[]" />
        </label>
        <label class="field">
          Key (may be empty)
          <input name="key" />
        </label>
        {error !== null && (
          <p class="bad" role="alert">
            {error}
          </p>
        )}
        <div class="end-row">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button class="main">Start</button>
        </div>
      </form>
    </Dialog>
  );
}

/** @throws The mistake in the text, for whoever wrote it. */
export function parseArguments(text: string): JsonValue[] {
  const found = parseJson(text, 'The arguments');
  if (!Array.isArray(found)) throw new Error('The arguments must be a list, such as ["order-1"].');
  return found;
}

/** @throws The same. */
export function parseJson(text: string, what: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Error(`${what} must be JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
