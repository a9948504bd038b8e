/** The calls of a run, folded out of its journal event by event, as the timeline draws them. */
import type { ErrorItem } from '../../../runtime/operations/json-values.ts';
import type { JournalItem } from '../../../runtime/operations/items.ts';

/** A piece of the line of a call. Times are milliseconds since the epoch. */
export interface Bar {
  kind: 'attempt' | 'wait';
  from: number;
  /** `null`: it goes on. */
  to: number | null;
  state: 'running' | 'completed' | 'failed' | 'waiting';
}

/** A step call, sleep, hook or child run. */
export interface Call {
  id: string;
  kind: 'step' | 'sleep' | 'hook' | 'child';
  name: string;
  /** `step//…` */
  stepName: string | null;
  /** The user's own name of the call. */
  label: string | null;
  state: 'pending' | 'running' | 'retrying' | 'completed' | 'failed' | 'cancelled';
  at: number;
  endedAt: number | null;
  attempts: number;
  /** When the next attempt begins, or a sleep ends. */
  dueAt: number | null;
  error: ErrorItem | null;
  childRunId: string | null;
  bars: Bar[];
}

type Handler = (call: Call, event: JournalItem, at: number) => void;

/** The effect of each kind of event on its call. An event of a newer version has none. */
const HANDLERS: Record<string, Handler> = {
  step_started(call, event, at) {
    endBar(call, at, 'failed');
    call.attempts = Number(event.details['attempt'] ?? call.attempts + 1);
    call.state = 'running';
    call.dueAt = null;
    call.bars.push({ kind: 'attempt', from: at, to: null, state: 'running' });
  },
  step_retrying(call, event, at) {
    beginLate(call, event, at);
    endBar(call, at, 'failed');
    call.state = 'retrying';
    call.error = event.error;
    const { retryAt } = event.details;
    call.dueAt = typeof retryAt === 'string' ? Date.parse(retryAt) : null;
    call.bars.push({ kind: 'wait', from: at, to: null, state: 'waiting' });
  },
  step_completed(call, event, at) {
    beginLate(call, event, at);
    end(call, at, 'completed');
  },
  step_failed(call, event, at) {
    beginLate(call, event, at);
    call.error = event.error;
    end(call, at, 'failed');
  },
  wait_completed: (call, _, at) => end(call, at, 'completed'),
  hook_received(call, _, at) {
    call.attempts++;
    call.bars.push({ kind: 'attempt', from: at, to: at, state: 'completed' });
  },
  hook_conflict: (call, _, at) => end(call, at, 'failed'),
  hook_disposed: (call, _, at) => end(call, at, 'completed'),
  child_completed: (call, _, at) => end(call, at, 'completed'),
  child_failed(call, event, at) {
    call.error = event.error;
    end(call, at, 'failed');
  },
};

/** Short attempts have no event of their beginning: their end says it. */
function beginLate(call: Call, event: JournalItem, at: number): void {
  const { startedAt } = event.details;
  const last = call.bars.at(-1);
  if (last?.kind === 'attempt' && last.to === null) return;
  const from = typeof startedAt === 'string' ? Date.parse(startedAt) : at;
  endBar(call, from, 'completed');
  call.attempts = Number(event.details['attempt'] ?? call.attempts + 1);
  call.bars.push({ kind: 'attempt', from, to: null, state: 'running' });
}

function endBar(call: Call, at: number, state: Bar['state']): void {
  const last = call.bars.at(-1);
  if (!last || last.to !== null) return;
  last.to = at;
  if (last.kind === 'attempt') last.state = state;
}

function end(call: Call, at: number, state: 'completed' | 'failed' | 'cancelled'): void {
  endBar(call, at, state === 'completed' ? 'completed' : 'failed');
  call.state = state;
  call.endedAt = at;
  call.dueAt = null;
}

const OPENING: Record<string, Call['kind']> = {
  step_created: 'step',
  wait_created: 'sleep',
  hook_created: 'hook',
  child_created: 'child',
};
const ENDS: ReadonlySet<string> = new Set(['run_completed', 'run_failed', 'run_cancelled']);

/** The calls of one run. */
export class Timeline {
  readonly calls: Call[] = [];
  readonly events: JournalItem[] = [];
  readonly #byId = new Map<string, Call>();
  /** The last event that it has. */
  seq = 0;
  startsAt: number | null = null;
  endedAt: number | null = null;

  /** Takes events in their order; those that it has already do nothing. */
  add(events: readonly JournalItem[]): void {
    for (const event of events) if (event.seq > this.seq) this.#add(event);
  }

  #add(event: JournalItem): void {
    this.seq = event.seq;
    this.events.push(event);
    const at = Date.parse(event.at);
    this.startsAt ??= at;
    if (ENDS.has(event.type)) this.#end(at);
    const kind = OPENING[event.type];
    if (kind && event.correlationId) this.#open(kind, event, at);
    const call = event.correlationId === null ? undefined : this.#byId.get(event.correlationId);
    if (!call) return;
    // It is in the first event that an attempt leaves, and short ones leave only that of their end.
    const { label } = event.details;
    if (typeof label === 'string') call.label = label;
    HANDLERS[event.type]?.(call, event, at);
  }

  #open(kind: Call['kind'], event: JournalItem, at: number): void {
    const { details } = event;
    const call: Call = {
      id: event.correlationId!,
      kind,
      name: event.shortName ?? (kind === 'child' ? shortOf(details['workflowName']) : kind),
      stepName: event.stepName,
      label: null,
      state: kind === 'step' ? 'pending' : 'running',
      at,
      endedAt: null,
      attempts: 0,
      dueAt: typeof details['dueAt'] === 'string' ? Date.parse(details['dueAt']) : null,
      error: null,
      childRunId: typeof details['childRunId'] === 'string' ? details['childRunId'] : null,
      bars: kind === 'step' ? [] : [{ kind: 'wait', from: at, to: null, state: 'waiting' }],
    };
    this.#byId.set(call.id, call);
    this.calls.push(call);
  }

  /** Calls that are open at the end of the run are open no more. */
  #end(at: number): void {
    this.endedAt = at;
    for (const call of this.calls) if (call.endedAt === null) end(call, at, 'cancelled');
  }
}

const shortOf = (name: unknown): string => (typeof name === 'string' ? name.slice(name.lastIndexOf('/') + 1) : 'child');

/** The number of a call, as people count them. */
export const numberOf = ({ id }: Pick<Call, 'id'>): string => id.slice(id.lastIndexOf('_') + 1);
