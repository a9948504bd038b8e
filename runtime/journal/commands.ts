/** Commands: requests of workflow code, before they have a time and a place in the journal. */
import type { CommandEvent, JournalEvent, RunContinued, StreamWritten, Unplaced } from './events.ts';

/** The request of a run to begin anew. The engine decides which code it gets. */
export type Continuation = Pick<Unplaced<RunContinued>, 'type' | 'payload' | 'firstCall' | 'hooks'>;

/** Chunks for a stream: encoded values, or bytes. The journal gets their digest, the stream gets the chunks. */
export type StreamWrite = Pick<Unplaced<StreamWritten>, 'type' | 'stream' | 'streamRunId'> & {
  content: (string | Uint8Array)[];
  /** Index of the first of them in the stream, for a list: nobody else writes to it. */
  first?: number;
};

type PlainCommand = Unplaced<Exclude<CommandEvent, RunContinued | StreamWritten>> | Continuation;

/** A command as the code asks for it, inside the realm. */
export type AskedCommand = PlainCommand | StreamWrite;

/** A command as it leaves the realm: written chunks have their number and digest. */
export type Command = PlainCommand | (Unplaced<StreamWritten> & StreamWrite);

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
    case 'child_created':
      return `a start of the workflow "${command.workflowId}"`;
    case 'child_cancel_requested':
      return 'a cancel of a child run';
    case 'patched':
      return `the patch "${command.id}"`;
    case 'attributes_set':
      return 'other attributes';
    case 'signal_aborted':
      return 'the abort of a signal';
    case 'stream_written':
      return `a write of ${command.chunks === 1 ? '1 chunk' : `${command.chunks} chunks`} to the stream "${command.stream}"`;
    case 'stream_closed':
      return `the end of the stream "${command.stream}"`;
    case 'run_continued':
      return 'continueAs()';
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      return `the end of the run (${command.type.slice('run_'.length)})`;
    default:
      return command.type;
  }
}

/**
 * Whether `command` asks for the same as `event` of the journal did. Arguments may differ; type, call and name may not.
 */
export function isSameCommand(command: Command, event: JournalEvent): boolean {
  if (command.type !== event.type) return false;
  if ('call' in command && 'call' in event && command.call !== event.call) return false;
  if (command.type === 'step_created' && event.type === 'step_created') return command.name === event.name;
  if (command.type === 'child_created' && event.type === 'child_created') return command.childId === event.childId;
  if (command.type === 'signal_aborted' && event.type === 'signal_aborted') return command.signal === event.signal;
  if (command.type === 'patched' && event.type === 'patched') return command.id === event.id;
  if (command.type === 'hook_created' && event.type === 'hook_created') return command.token === event.token;
  if (command.type === 'stream_written' && event.type === 'stream_written')
    return isSameStream(command, event) && command.chunks === event.chunks && command.digest === event.digest;
  if (command.type === 'stream_closed' && event.type === 'stream_closed') return isSameStream(command, event);
  return true;
}

type OfStream = Pick<StreamWritten, 'stream' | 'streamRunId'>;

const isSameStream = (one: OfStream, other: OfStream): boolean =>
  one.stream === other.stream && one.streamRunId === other.streamRunId;
