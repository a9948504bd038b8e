/**
 * Stored values that this process cannot read. In their place it gets a text that no value has: so lists and journals
 * stay readable, and whatever needs the value itself says why it cannot have it.
 */
import { WorkflowError } from './errors.ts';
import { runtimeError } from './runtime-errors.ts';

/** Why a value cannot be read: this process has no such key; or the value is not the one that was stored there. */
export type UnreadableReason = 'key_missing' | 'altered';

const FORM = /^!(key_missing|altered):([\w-]*)$/;

/** The text in the place of an unreadable value. @param keyId The name of its key; empty: it is plain. */
export const toUnreadable = (reason: UnreadableReason, keyId: string): string => `!${reason}:${keyId}`;

/** The error for a text from {@link toUnreadable}; `null` for every other text. */
export function unreadableError(text: string): WorkflowError | null {
  if (!text.startsWith('!')) return null;
  const [, reason, keyId = ''] = FORM.exec(text) ?? [];
  if (reason === undefined) return null;
  return reason === 'altered' ? runtimeError('value_altered', { keyId }) : runtimeError('value_key_missing', { keyId });
}

/** Does nothing for a text that is no stand-in. @throws `value_key_missing`, `value_altered`. */
export function assertReadable(text: string): void {
  const unreadable = unreadableError(text);
  if (unreadable) throw unreadable;
}

/** Whether an error of {@link unreadableError} is the reason: a process with other keys may get on. */
export const isUnreadable = (error: unknown): boolean =>
  WorkflowError.is(error) && (error.code === 'value_key_missing' || error.code === 'value_altered');
