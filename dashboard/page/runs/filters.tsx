/** Views, and the fields of the filter. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { useKeys } from '../keys.tsx';
import { textOf } from '../parts/form-text.ts';
import { Dialog, Link } from '../parts/parts.tsx';
import { query, setQuery } from '../router.ts';
import { STATUSES, VIEWS, type RunView } from './run-filter.ts';
import { forgetView, savedViews, saveView } from './saved-views.ts';

const SPANS = [
  ['', 'any time'],
  ['1h', 'the last hour'],
  ['24h', 'the last day'],
  ['7d', 'the last week'],
  ['30d', 'the last 30 days'],
] as const;

/** The filter without the place in the list. */
function present(): string {
  const own = new URLSearchParams(query.value);
  own.delete('cursor');
  return own.toString();
}

/** The named views, those of this browser last. */
export function Views() {
  const [isSaving, setSaving] = useState(false);
  const here = present();
  const all: readonly RunView[] = [...VIEWS, ...savedViews.value];
  const isSame = (view: RunView): boolean => new URLSearchParams(view.query).toString() === here;
  const own = savedViews.value.find(isSame);
  return (
    <nav class="views" aria-label="Views">
      {all.map((view) => (
        <Link
          key={view.name}
          to=""
          query={Object.fromEntries(new URLSearchParams(view.query))}
          {...(isSame(view) && { 'aria-current': 'page' as const })}
        >
          {view.name}
        </Link>
      ))}
      {own && (
        <button class="plain" onClick={() => forgetView(own.name)}>
          Forget this view
        </button>
      )}
      {!all.some(isSame) && (
        <button class="plain" onClick={() => setSaving(true)}>
          Save this view
        </button>
      )}
      {isSaving && (
        <Dialog title="Save this view" onClose={() => setSaving(false)}>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              saveView({ name: textOf(new FormData(event.currentTarget), 'name'), query: here });
              setSaving(false);
            }}
          >
            <label class="field">
              Name
              <input name="name" required maxLength={40} />
            </label>
            <div class="end-row">
              <button class="main">Save</button>
            </div>
          </form>
        </Dialog>
      )}
    </nav>
  );
}

/** The fields. */
export function Filters() {
  const search = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => search.current?.focus() });
  const workflows = useWorkflows();
  const chosen = query.value;
  const statuses = (chosen.get('status') ?? '').split(',');
  return (
    <form class="row" role="search" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      <select
        // Its options come later, and only a new one takes its value again.
        key={workflows.length}
        aria-label="Workflow"
        value={chosen.get('workflow') ?? ''}
        onChange={(event) => setQuery({ workflow: event.currentTarget.value, cursor: null })}
      >
        <option value="">all workflows</option>
        {workflows.map(({ workflowName, shortName }) => (
          <option key={workflowName} value={workflowName}>
            {shortName}
          </option>
        ))}
      </select>
      <fieldset class="row" style={{ border: '0', padding: '0', margin: '0' }}>
        <legend class="hidden">Status</legend>
        {STATUSES.map((status) => (
          <label key={status} class="chip row" style={{ gap: '6px' }}>
            <input
              type="checkbox"
              checked={statuses.includes(status)}
              onChange={(event) => {
                const others = statuses.filter((each) => each && each !== status);
                const next = event.currentTarget.checked ? [...others, status] : others;
                setQuery({ status: STATUSES.filter((each) => next.includes(each)).join(','), cursor: null });
              }}
            />
            {status}
          </label>
        ))}
      </fieldset>
      <select
        aria-label="Created"
        value={chosen.get('since') ?? ''}
        onChange={(event) => setQuery({ since: event.currentTarget.value, cursor: null })}
      >
        {SPANS.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Field name="key" label="Key" input={search} />
      <Field name="attribute" label="Attribute" placeholder="customer=42" />
      <Field name="parent" label="Parent" placeholder="wrun_…" />
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  placeholder?: string;
  input?: preact.RefObject<HTMLInputElement | null>;
}

/** A text counts when somebody has finished writing it. */
function Field({ name, label, placeholder = label.toLowerCase(), input }: FieldProps) {
  return (
    <input
      {...(input && { ref: input })}
      aria-label={label}
      placeholder={placeholder}
      size={14}
      value={query.value.get(name) ?? ''}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value.trim(), cursor: null })}
    />
  );
}

type Workflows = Awaited<ReturnType<typeof ask<'listWorkflows'>>>['workflows'];

/** The workflows of the store, and those that this process has code of. */
export function useWorkflows(): Workflows {
  const [workflows, setWorkflows] = useState<Workflows>([]);
  useEffect(() => {
    const abort = new AbortController();
    ask('listWorkflows', {}, abort.signal)
      .then((answer) => setWorkflows(answer.workflows))
      .catch(() => {});
    return () => abort.abort();
  }, []);
  return workflows;
}
