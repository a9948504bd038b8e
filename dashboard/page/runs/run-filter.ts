/** The filter of the list of runs, which is the query of the address. */
import type { RunConditionsQuery } from '../../../runtime/operations/operations.ts';
import type { Attributes } from '../../../runtime/contract/attributes.ts';
import type { RunStatus } from '../../../runtime/journal/events.ts';

/** The status of runs, in the order in which they go through them. */
export const STATUSES: readonly RunStatus[] = ['pending', 'running', 'completed', 'failed', 'cancelled'];

/** A list of runs with a name. */
export interface RunView {
  name: string;
  /** The query of the address. */
  query: string;
}

/** The views that everybody has. */
export const VIEWS: readonly RunView[] = [
  { name: 'All', query: '' },
  { name: 'Under way', query: 'status=pending,running' },
  { name: 'Failed', query: 'status=failed' },
  { name: 'Only retrying', query: 'retrying=1' },
  { name: 'Parked', query: 'parked=1' },
  { name: 'Paused', query: 'paused=1' },
];

const HOURS = /^(\d+)(h|d)$/;
const HOUR_MS = 3_600_000;

/** The conditions that a query says. Whatever it says wrongly is no condition. */
export function toConditions(query: URLSearchParams, now: number): RunConditionsQuery {
  const status = (query.get('status') ?? '')
    .split(',')
    .filter((each): each is RunStatus => STATUSES.includes(each as RunStatus));
  const since = toTime(query.get('since'), now);
  const until = toTime(query.get('until'), now);
  const attributes = toAttributes(query.getAll('attribute'));
  return {
    ...(status.length > 0 && { status }),
    ...texts(query, ['workflow', 'key', 'parent']),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
    ...(attributes !== null && { attributes }),
    ...flags(query, ['parked', 'paused', 'retrying']),
  };
}

function texts<Name extends string>(query: URLSearchParams, names: readonly Name[]): { [Key in Name]?: string } {
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : []))) as {
    [Key in Name]?: string;
  };
}

function flags<Name extends string>(query: URLSearchParams, names: readonly Name[]): { [Key in Name]?: boolean } {
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name) === '1']] : []))) as {
    [Key in Name]?: boolean;
  };
}

/** `6h`, `7d`, or a time. A span begins at a full minute, so that the same question is asked for a while. */
function toTime(text: string | null, now: number): string | null {
  const [, amount, unit] = HOURS.exec(text ?? '') ?? [];
  const time = amount ? now - Number(amount) * HOUR_MS * (unit === 'd' ? 24 : 1) : Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(amount ? Math.floor(time / 60_000) * 60_000 : time).toISOString();
}

/** `name=value`; numbers and truth values are meant as such. */
function toAttributes(texts: readonly string[]): Attributes | null {
  const pairs = texts.flatMap((text) => {
    const at = text.indexOf('=');
    return at > 0 ? [[text.slice(0, at).trim(), toAttribute(text.slice(at + 1).trim())] as const] : [];
  });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

function toAttribute(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && String(Number(text)) === text ? Number(text) : text;
}
