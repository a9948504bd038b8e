/** The signature of a request, which proves that its sender knows a secret of the store. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Requests whose time differs by more than this are refused. */
const AGE_MAX_S = 300;

/** The parts of a request that a signature covers, so that it is good for no other request. */
export interface SignedContent {
  method: string;
  /** One of the routes, without the path below which the application is mounted: proxies may change that. */
  route: string;
  body: string;
}

/** Neither methods nor routes hold spaces or line breaks, so no two requests have the same text. */
const hmac = (secret: string, seconds: number, { method, route, body }: SignedContent): Buffer =>
  createHmac('sha256', secret).update(`${seconds} ${method} ${route}\n${body}`).digest();

/** The value of the signature header of a request. */
export function signContent(content: SignedContent, { secret, nowMs }: { secret: string; nowMs: number }): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v2=${hmac(secret, seconds, content).toString('hex')}`;
}

/** How a signature is checked. */
export interface SignatureCheck {
  /** The signature must be made with one of them. */
  secrets: readonly string[];
  nowMs: number;
  /** Value of the header; `null` when there is none. */
  signature: string | null;
}

/** Whether the signature is valid and recent. */
export function isSigned(content: SignedContent, { secrets, nowMs, signature }: SignatureCheck): boolean {
  const match = /^t=(\d{1,12}),v2=([0-9a-f]{64})$/.exec(signature ?? '');
  if (!match) return false;
  const seconds = Number(match[1]);
  if (Math.abs(nowMs / 1000 - seconds) > AGE_MAX_S) return false;
  const given = Buffer.from(match[2]!, 'hex');
  return secrets.some((secret) => timingSafeEqual(hmac(secret, seconds, content), given));
}
