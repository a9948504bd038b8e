/** Histories whose approvals were answered elsewhere. */
import type { UIMessage } from 'ai';

/** Whether a call with this outcome was approved. */
const APPROVED = new Map<unknown, boolean>([
  ['output-available', true],
  ['output-error', true],
  ['output-denied', false],
]);

/**
 * Messages in which every call that has ended says whether it was approved. When somebody else has answered, by e-mail
 * for instance, clients of AI SDK 6 learn only how the call ended, and `validateUIMessages()` of that version refuses
 * what they have then. The chat handler does this with the messages that it gets.
 * @example const history = await validateUIMessages({ messages: settleApprovals(saved) });
 */
export const settleApprovals = <Message extends UIMessage>(messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, parts: message.parts.map(settle) }));

function settle<Part extends object>(part: Part): Part {
  const { state, approval } = part as { state?: unknown; approval?: { approved?: unknown } };
  const approved = APPROVED.get(state);
  if (!approval || approved === undefined || approval.approved !== undefined) return part;
  return { ...part, approval: { ...approval, approved } };
}
