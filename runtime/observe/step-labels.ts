/** Names of step calls, for people. */
import { decodeValue } from '../host-values/host-codec.ts';
import type { Payload } from '../journal/events.ts';
import { tryToRead } from './unreadable-value.ts';

/** The text of a label; `null`: there is none, or this process cannot read it. */
export function readLabel(label: Payload | null): string | null {
  const text = label === null ? null : tryToRead(() => decodeValue(label));
  return typeof text === 'string' ? text : null;
}
