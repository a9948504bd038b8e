/** Events as rows: the fields that most events have are columns, what is left is JSON in `more`. */
import type { EventType, JournalEvent } from '../../journal/events.ts';

/** Most events a journal can hold; see `events.id` in `migrations.ts`. */
export const EVENTS_PER_RUN_MAX = 2 ** 22;

interface Layout {
  /** Stands for the type in the file; never used again for another one. */
  code: number;
  /** The field that lies in column `name`. */
  name?: string;
  /** The field that lies in column `time`. */
  time?: string;
}

const LAYOUTS: Record<EventType, Layout> = {
  run_created: { code: 1, name: 'workflowId' },
  run_started: { code: 2, name: 'buildId' },
  run_cancel_requested: { code: 3 },
  run_completed: { code: 4 },
  run_failed: { code: 5 },
  run_cancelled: { code: 6 },
  step_created: { code: 7, name: 'name' },
  step_started: { code: 8 },
  step_retrying: { code: 9, time: 'retryAt' },
  step_completed: { code: 10, time: 'startedAt' },
  step_failed: { code: 11, time: 'startedAt' },
  wait_created: { code: 12, time: 'dueAt' },
  wait_completed: { code: 13 },
  hook_created: { code: 14, name: 'token' },
  hook_received: { code: 15 },
  hook_conflict: { code: 16, name: 'token' },
  hook_disposed: { code: 17 },
  run_paused: { code: 18 },
  run_resumed: { code: 19 },
  run_moved: { code: 20, name: 'buildId' },
  run_continued: { code: 21, name: 'buildId', time: 'startedAt' },
  patched: { code: 22, name: 'id' },
  step_heartbeat: { code: 23 },
  child_created: { code: 24, name: 'childId' },
  child_cancel_requested: { code: 25 },
  child_completed: { code: 26 },
  child_failed: { code: 27 },
  signal_aborted: { code: 28 },
};
const LAYOUTS_BY_CODE = new Map(Object.entries(LAYOUTS).map(([type, layout]) => [layout.code, { type, ...layout }]));

/** The columns after `id`, in this order. */
export const EVENT_COLUMNS = 'at, type, call, attempt, time, name, payload, more';

type Cell = string | number | null;

export interface EventRow {
  id: number;
  at: number;
  type: number;
  call: number | null;
  attempt: number | null;
  time: number | null;
  name: string | null;
  payload: string | null;
  more: string | null;
}

/** Any event, as fields. */
interface Fields {
  [field: string]: unknown;
  seq: number;
  at: number;
  type: string;
  call?: number | null;
  attempt?: number | null;
  payload?: string | null;
}

/** The values of {@link EVENT_COLUMNS}. */
export function toEventCells(event: JournalEvent): Cell[] {
  const { code, name, time } = LAYOUTS[event.type];
  const { seq: _seq, type: _type, at, call = null, attempt = null, payload = null, ...rest }: Fields = { ...event };
  const cells = [at, code, call, attempt, take(rest, time), take(rest, name), payload];
  return [...cells, Object.keys(rest).length === 0 ? null : JSON.stringify(rest)];
}

/** Removes a field and returns its value. */
function take(fields: Record<string, unknown>, field: string | undefined): Cell {
  const value = field === undefined ? null : fields[field];
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  delete fields[field!];
  return value;
}

export function toEvent(row: EventRow): JournalEvent {
  const { type, name, time } = LAYOUTS_BY_CODE.get(row.type)!;
  const event: Fields = { seq: row.id % EVENTS_PER_RUN_MAX, at: row.at, type };
  if (row.call !== null) event.call = row.call;
  if (row.attempt !== null) event.attempt = row.attempt;
  if (time !== undefined && row.time !== null) event[time] = row.time;
  if (name !== undefined && row.name !== null) event[name] = row.name;
  if (row.payload !== null) event.payload = row.payload;
  if (row.more !== null) Object.assign(event, JSON.parse(row.more));
  return event as unknown as JournalEvent;
}
