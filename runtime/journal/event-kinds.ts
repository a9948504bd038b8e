import type { CommandEvent, EventType, JournalEvent, OutcomeEvent } from './events.ts';

/** Which of the three kinds an event is, see `events.ts`. */
export const EVENT_KINDS: Readonly<Record<EventType, 'command' | 'outcome' | 'note'>> = {
  run_created: 'note',
  run_started: 'outcome',
  run_paused: 'note',
  run_resumed: 'note',
  run_moved: 'note',
  run_cancel_requested: 'outcome',
  run_continued: 'command',
  run_completed: 'command',
  run_failed: 'command',
  run_cancelled: 'command',
  step_created: 'command',
  step_started: 'note',
  step_retrying: 'note',
  step_heartbeat: 'note',
  step_completed: 'outcome',
  step_failed: 'outcome',
  wait_created: 'command',
  wait_completed: 'outcome',
  hook_created: 'command',
  hook_received: 'outcome',
  hook_conflict: 'outcome',
  hook_disposed: 'command',
  child_created: 'command',
  child_cancel_requested: 'command',
  child_completed: 'outcome',
  child_failed: 'outcome',
  patched: 'command',
  attributes_set: 'command',
  attributes_changed: 'note',
  signal_aborted: 'command',
  signal_received: 'outcome',
  stream_written: 'command',
  stream_closed: 'command',
};

/** Whether the code asked for it. */
export const isCommand = (event: JournalEvent): event is CommandEvent => EVENT_KINDS[event.type] === 'command';
/** Whether the code was told it. */
export const isOutcome = (event: JournalEvent): event is OutcomeEvent => EVENT_KINDS[event.type] === 'outcome';
