/** Stands for the services that a shop calls: the warehouse, the bank, the courier. They take their time and can be busy. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { appendToLedger, readLedger } from './ledger.ts';

export interface Caller {
  orderId: string;
  /** By this a service knows a call that is made again. */
  idempotencyKey: string;
}

export interface Behaviour {
  takesMs: number;
  /** So many calls with one key are refused before one is accepted. */
  refusals?: number;
}

export interface Answer {
  accepted: boolean;
  /** The same for every call with the same key. */
  receipt: string;
}

export async function call(caller: Caller, service: string, { takesMs, refusals = 0 }: Behaviour): Promise<Answer> {
  const { orderId, idempotencyKey } = caller;
  const earlier = await readLedger(orderId);
  const refused = earlier.filter((entry) => entry.idempotencyKey === idempotencyKey && entry.event === 'refused');
  const accepted = refused.length >= refusals;

  await appendToLedger({ at: Date.now(), ...caller, service, event: 'called' });
  await pause(takesMs);
  await appendToLedger({ at: Date.now(), ...caller, service, event: accepted ? 'done' : 'refused' });
  return { accepted, receipt: createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 8) };
}
