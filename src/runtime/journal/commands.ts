/** What workflow code asks for, before it has a time and a place in the journal. */
import type { CommandEvent, JournalEvent, Unplaced } from './events.ts';

export type Command = Unplaced<CommandEvent>;

/** A command in words, for messages about divergence. */
export function describeCommand(command: Command | JournalEvent): string {
  switch (command.type) {
    case 'step_created':
      return `a call of the step "${command.name}"`;
    case 'wait_created':
      return 'a sleep';
    case 'hook_created':
      return command.webhook ? 'a webhook' : 'a hook';
    case 'hook_disposed':
      return 'the end of a hook';
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      return `the end of the run (${command.type.slice('run_'.length)})`;
    default:
      return command.type;
  }
}

/** Whether code that asks for `command` does what the journal holds as `event`. Arguments may differ, what is asked may not. */
export function isSameCommand(command: Command, event: JournalEvent): boolean {
  if (command.type !== event.type) return false;
  if ('call' in command && 'call' in event && command.call !== event.call) return false;
  if (command.type === 'step_created' && event.type === 'step_created') return command.name === event.name;
  if (command.type === 'hook_created' && event.type === 'hook_created') return command.token === event.token;
  return true;
}
