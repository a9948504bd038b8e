/** Events as rows: fields that most events have are columns, the others are JSON in `more`. */
import type { EventType, JournalEvent } from '../../journal/events.ts';

/** Events that one request reads at most. While one page is decoded, the reading thread fetches the next. */
export const PAGE_EVENTS = 1_024;

/** Events that one message to the writing thread carries, see `staged-events.ts`. */
export const EVENTS_AT_ONCE = 1_000;

/** A page of events or chunks ends with the one with which it has so many bytes. */
export const PAGE_BYTES = 512 * 1024;

interface Layout {
  /** The number of the type in the file; never reused. */
  code: number;
  /** The field that column `name` holds. */
  name?: string;
  /** The field that column `time` holds. */
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
  stream_written: { code: 29, name: 'stream' },
  stream_closed: { code: 30, name: 'stream' },
  attributes_set: { code: 31 },
  signal_received: { code: 32, name: 'name' },
  attributes_changed: { code: 33 },
};
const LAYOUTS_BY_CODE = new Map(Object.entries(LAYOUTS).map(([type, layout]) => [layout.code, { type, ...layout }]));

/** The numbers of types of events. */
export const toTypeCodes = (types: readonly EventType[]): number[] => types.map((type) => LAYOUTS[type].code);

/** The columns of an event after its seq, in this order. */
export const EVENT_COLUMNS = 'at, type, call, attempt, time, name, payload, more';

type Cell = string | number | null;

/**
 * The seq of an event and its columns, as a list. Reading such a list and copying it to another thread takes a third of
 * the time of an object, and a journal may have a hundred thousand rows.
 */
export type EventCells = [
  seq: number,
  at: number,
  type: number,
  call: number | null,
  attempt: number | null,
  time: number | null,
  name: string | null,
  payload: string | null,
  more: string | null,
];

/** Consecutive events of a journal. */
export interface EventPage {
  rows: EventCells[];
  /** No event follows them. */
  isLast: boolean;
}

/** Position in its journal of the event in a row. */
export const seqOf = ([seq]: EventCells): number => seq;

/** The number of the type of the event in a row. */
export const typeOf = ([, , code]: EventCells): number => code;

/** The bytes of what is large in a row. */
export const bytesOfRow = ([, , , , , , , payload, more]: EventCells): number =>
  (payload?.length ?? 0) + (more?.length ?? 0);

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

/** Fields that have a column for every type of event, or that follow from its id. */
const COMMON_FIELDS: ReadonlySet<string> = new Set(['seq', 'type', 'at', 'call', 'attempt', 'payload']);

/** The values of {@link EVENT_COLUMNS}. Every event passes here, so it copies no objects. */
export function toEventCells(event: JournalEvent): Cell[] {
  const fields = event as unknown as Fields;
  const { at, call = null, attempt = null, payload = null } = fields;
  const layout = LAYOUTS[event.type];
  const [time, name] = [toCell(fields, layout.time), toCell(fields, layout.name)];
  return [at, layout.code, call, attempt, time, name, payload, encodeOthers(fields, layout)];
}

const toCell = (fields: Fields, field: string | undefined): Cell =>
  field === undefined ? null : ((fields[field] as Cell | undefined) ?? null);

/** The fields that have no column, as JSON; `null` when there are none. */
function encodeOthers(fields: Fields, { name, time }: Layout): string | null {
  let others: Record<string, unknown> | null = null;
  for (const field in fields) {
    if (!COMMON_FIELDS.has(field) && field !== name && field !== time) (others ??= {})[field] = fields[field];
  }
  return others && JSON.stringify(others);
}

/**
 * The event of a row: the inverse of {@link toEventCells}. A kind of event that a newer version of this package has
 * added gets a type that no code knows. It is for those who read the journal to refuse it: here it would keep other
 * runs from being read.
 */
export function toEvent([seq, at, code, call, attempt, time, name, payload, more]: EventCells): JournalEvent {
  const layout: Layout & { type: string } = LAYOUTS_BY_CODE.get(code) ?? { code, type: `unknown_${code}` };
  const event: Fields = { seq, at, type: layout.type };
  if (call !== null) event.call = call;
  if (attempt !== null) event.attempt = attempt;
  if (layout.time !== undefined && time !== null) event[layout.time] = time;
  if (layout.name !== undefined && name !== null) event[layout.name] = name;
  if (payload !== null) event.payload = payload;
  if (more !== null) Object.assign(event, JSON.parse(more));
  return event as unknown as JournalEvent;
}
