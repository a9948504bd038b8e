/** A value as JSON, of which large parts are folded until somebody opens them. */
import { useState } from 'preact/hooks';
import type { JsonValue, ShownValue } from '../../../runtime/operations/json-values.ts';

const OPEN_LENGTH = 400;
const ENTRIES_SHOWN = 100;
const TEXT_SHOWN = 2_000;

/** A value of a run, or why it cannot be shown. */
export function Shown({ value }: { value: ShownValue | undefined }) {
  if (value === undefined) return <span class="soft">none</span>;
  if ('unreadable' in value) return <span class="warn">cannot be read here: {value.unreadable.message}</span>;
  return (
    <div class="json mono">
      <Json value={value.value} />
    </div>
  );
}

/** One value of it. */
function Json({ value, name }: { value: JsonValue; name?: string }) {
  const label = name === undefined ? null : <span class="soft">{name}: </span>;
  if (typeof value === 'string') return <Text label={label} text={value} />;
  if (value === null || typeof value !== 'object')
    return (
      <div>
        {label}
        <span class="busy">{String(value)}</span>
      </div>
    );
  return <Folder label={label} value={value} />;
}

function Text({ label, text }: { label: preact.JSX.Element | null; text: string }) {
  const [isWhole, setWhole] = useState(text.length <= TEXT_SHOWN);
  return (
    <div>
      {label}
      <span class="good">{JSON.stringify(isWhole ? text : text.slice(0, TEXT_SHOWN))}</span>
      {!isWhole && (
        <button class="link" onClick={() => setWhole(true)}>
          all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  );
}

function Folder({
  label,
  value,
}: {
  label: preact.JSX.Element | null;
  value: JsonValue[] | { [name: string]: JsonValue };
}) {
  const isList = Array.isArray(value);
  const entries: [string, JsonValue][] = isList ? value.map((item, n) => [String(n), item]) : Object.entries(value);
  const [isOpen, setOpen] = useState(JSON.stringify(value).length <= OPEN_LENGTH);
  const [shown, setShown] = useState(ENTRIES_SHOWN);
  if (entries.length === 0)
    return (
      <div>
        {label}
        {isList ? '[]' : '{}'}
      </div>
    );
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span class="soft">
          {isList
            ? `list of ${entries.length}`
            : `{ ${entries
                .slice(0, 4)
                .map(([key]) => key)
                .join(', ')}${entries.length > 4 ? ', …' : ''} }`}
        </span>
      </summary>
      {isOpen && (
        <div style={{ paddingLeft: '18px' }}>
          {entries.slice(0, shown).map(([key, item]) => (
            <Json key={key} name={key} value={item} />
          ))}
          {entries.length > shown && (
            <button class="link" onClick={() => setShown(shown + 10 * ENTRIES_SHOWN)}>
              {(entries.length - shown).toLocaleString('en')} more
            </button>
          )}
        </div>
      )}
    </details>
  );
}
