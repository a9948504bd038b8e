/** Which of the three kinds an event is, see `events.ts`. */
import type { CommandEvent, JournalEvent, OutcomeEvent } from './events.ts';

const COMMANDS: ReadonlySet<string> = new Set<CommandEvent['type']>([
  'step_created',
  'wait_created',
  'hook_created',
  'hook_disposed',
  'run_completed',
  'run_failed',
  'run_cancelled',
]);
const OUTCOMES: ReadonlySet<string> = new Set<OutcomeEvent['type']>([
  'run_started',
  'run_cancel_requested',
  'step_completed',
  'step_failed',
  'wait_completed',
  'hook_received',
  'hook_conflict',
]);

export const isCommand = (event: JournalEvent): event is CommandEvent => COMMANDS.has(event.type);
export const isOutcome = (event: JournalEvent): event is OutcomeEvent => OUTCOMES.has(event.type);
