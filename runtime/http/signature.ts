/** The signature of flow and step requests, which proves that the sender knows the store's secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Requests whose time differs by more than this are refused. */
const AGE_MAX_S = 300;

const hmac = (secret: string, seconds: number, body: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest();

/** The value of the signature header for a body. */
export function signBody({ secret, body, nowMs }: { secret: string; body: string; nowMs: number }): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${hmac(secret, seconds, body).toString('hex')}`;
}

/** A body with the signature to check. */
export interface SignedBody {
  secret: string;
  body: string;
  nowMs: number;
  /** Value of the header; `null` when there is none. */
  signature: string | null;
}

/** Whether the signature is valid and recent. */
export function isSigned({ secret, body, nowMs, signature }: SignedBody): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '');
  if (!match) return false;
  const seconds = Number(match[1]);
  if (Math.abs(nowMs / 1000 - seconds) > AGE_MAX_S) return false;
  return timingSafeEqual(hmac(secret, seconds, body), Buffer.from(match[2]!, 'hex'));
}
