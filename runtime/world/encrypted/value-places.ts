/**
 * Where values are in the records of a store. All else stays readable, because the store works with it or lists show
 * it: ids, names, times, attributes, keys of runs, tokens of hooks, names of streams, and reasons of a cancel.
 */
import { unreadableError } from '../../contract/unreadable-value.ts';
import type { CarriedHook, JournalEvent, Labelled, RunCreated, WebhookReply } from '../../journal/events.ts';
import type { HookRecord, InboxContent, Receipt } from '../world.ts';
import { keyIdOf, type ValuePlace } from './value-cipher.ts';

/**
 * Changes one value.
 * @param at Its place in the run; it says which value it is, and is part of the stored format.
 * @param number Which one of several values that such a place can have, see {@link ValuePlace}.
 */
export type ChangeValue = (value: string, at: string, number?: number) => string;

/** The event with its values changed; the same event, if all values stay. */
export function changeEvent(event: JournalEvent, changeValue: ChangeValue): JournalEvent {
  if (event.type === 'run_created') return changeCreated(event, changeValue);
  // The values of an open hook stand in a record of its own, which has no seq.
  const change: ChangeValue =
    event.type === 'hook_created' ? changeValue : (value, at) => changeValue(value, at, event.seq);
  const changed = changeBeside(event, change);
  if (!('payload' in changed) || changed.payload === undefined) return changed;
  const call = 'call' in changed ? ` ${changed.call}` : '';
  const payload = change(changed.payload, changed.type + call);
  return payload === changed.payload ? changed : { ...changed, payload };
}

/** Ends the seed, which is hexadecimal, where it stands in front of the arguments. */
const SEED_END = ' ';

/**
 * The seed is a secret, too: random values and the tokens of hooks come from it. While it is encrypted, it stands in
 * front of the arguments and its own field is empty: every run has it, and one value takes half the time of two.
 */
function changeCreated(event: RunCreated, change: ChangeValue): RunCreated {
  const before = isJoined(event.payload) ? event.payload : event.seed + SEED_END + event.payload;
  const after = change(before, event.type);
  if (after === before) return event;
  if (isJoined(after)) return { ...event, seed: '', payload: after };
  const end = after.indexOf(SEED_END);
  return { ...event, seed: after.slice(0, end), payload: after.slice(end + 1) };
}

/** Whether the text holds seed and arguments: it is encrypted, or stands for something that is. */
const isJoined = (payload: string): boolean => keyIdOf(payload) !== null || unreadableError(payload) !== null;

/** Changes the values of an event besides its payload. */
function changeBeside(event: JournalEvent, change: ChangeValue): JournalEvent {
  switch (event.type) {
    case 'stream_written': {
      // Short chunks could be found out by trying their digests.
      const digest = change(event.digest, `digest ${event.stream}`);
      return digest === event.digest ? event : { ...event, digest };
    }
    case 'hook_created':
      return event.webhook ? { ...event, webhook: changeReply(event.webhook, event.call, change) } : event;
    case 'step_started':
    case 'step_retrying':
    case 'step_completed':
    case 'step_failed':
      return changeLabel(event, `label ${event.call}`, change);
    case 'run_continued':
      return { ...event, hooks: event.hooks.map((hook) => changeCarried(hook, change)) };
    default:
      return event;
  }
}

function changeLabel<Record extends Labelled>(record: Record, at: string, change: ChangeValue): Record {
  if (record.label === undefined) return record;
  const label = change(record.label, at);
  return label === record.label ? record : { ...record, label };
}

/** The message with its values changed. @param n Its number in the inbox; needed for a payload of a hook. */
export function changeContent(message: InboxContent, changeValue: ChangeValue, n?: number): InboxContent {
  const number = message.type === 'hook' ? n : 'attempt' in message ? message.attempt : undefined;
  const change: ChangeValue = (value, at) => changeValue(value, at, number);
  const content = 'label' in message ? changeLabel(message, `message label ${message.call}`, change) : message;
  if (!('payload' in content) || content.payload === undefined) return content;
  const { type, payload } = content;
  return { ...content, payload: change(payload, `message ${type} ${sourceOf(content)}`) };
}

/** The subject of a message. */
function sourceOf(content: Extract<InboxContent, { payload?: unknown }>): string | number {
  if (content.type === 'signal') return content.name;
  return content.type === 'attempt' ? `${content.news} ${content.call}` : content.call;
}

/** The hook with its values changed: they stand at the places of the event that opened it. */
export function changeHook<Hook extends HookRecord>(hook: Hook, change: ChangeValue): Hook {
  const { call, webhook, metadata } = hook;
  return {
    ...hook,
    webhook: webhook && changeReply(webhook, call, change),
    metadata: metadata === null ? null : change(metadata, `hook_created ${call}`),
  };
}

/** The receipt with its values changed. The digest of a short payload could be found out by trying. */
export function changeReceipt(token: string, receipt: Receipt, change: ChangeValue): Receipt {
  const { id, digest, reply } = receipt;
  const at = JSON.stringify([token, id]);
  return {
    ...receipt,
    digest: change(digest, `receipt digest ${at}`),
    reply: reply === null ? null : change(reply, `receipt reply ${at}`),
  };
}

const changeReply = (reply: WebhookReply, call: number, change: ChangeValue): WebhookReply =>
  reply.mode === 'static' ? { ...reply, response: change(reply.response, `response ${call}`) } : reply;

const changeCarried = (hook: CarriedHook, change: ChangeValue): CarriedHook => ({
  ...hook,
  payloads: hook.payloads.map((payload, i) => change(payload, `carried ${hook.call} ${i}`)),
});

/** The place of a chunk. A chunk keeps its form, by which the store knows one that is written once more. */
export const chunkPlace = (runId: string, stream: string, index?: number): ValuePlace => ({
  runId,
  at: `chunk ${stream}`,
  number: index,
  isStable: true,
});
