/**
 * Live abort signals of the application, and of steps, that runs are given. Each gets a name when it is encoded for a
 * run, so that its abort can be sent there.
 */
import { randomUUID } from 'node:crypto';
import type { Payload } from '../journal/events.ts';

/** Signals by name. */
export type NamedSignals = ReadonlyMap<string, AbortSignal>;

/** The encodings under way whose signals are followed. */
const sessions = new Set<Map<string, AbortSignal>>();

/** A sender that sends a payload again sends the same text. */
const names = new WeakMap<AbortSignal, string>();

/** The name of a signal; `null`: no encoding is under way that asks for names. */
export function nameSignal(signal: AbortSignal): string | null {
  if (sessions.size === 0) return null;
  const name = names.get(signal) ?? `signal_${randomUUID()}`;
  names.set(signal, name);
  for (const session of sessions) session.set(name, signal);
  return name;
}

/** Encodes a value for a run, and tells which live signals are in it. */
export async function encodeWithSignals(
  encode: () => Promise<Payload>,
): Promise<{ payload: Payload; signals: NamedSignals }> {
  const session = new Map<string, AbortSignal>();
  sessions.add(session);
  try {
    const payload = await encode();
    // Others may have been encoded meanwhile.
    return { payload, signals: new Map([...session].filter(([name]) => payload.includes(name))) };
  } finally {
    sessions.delete(session);
  }
}
