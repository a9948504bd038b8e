/** The tokens that open the dashboard, and the cookie of who has shown one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  digestOf,
  findToken,
  getRuntime,
  type OperationsScope,
  type OperationsToken,
} from '../../runtime/entries/dashboard.ts';

const COOKIE = 'workflow_dashboard';
const SESSION_MS = 7 * 24 * 3_600_000;
/** Of the dashboard's own token: it is a secret of the store, which has all of this. */
const OWN = { name: 'dashboard', scopes: new Set<OperationsScope>(['read', 'act', 'values']) };

/** Secrets that all processes of a store make alike, and nobody else. */
interface Secrets {
  /** `WORKFLOW_DASHBOARD_TOKEN`, or one that belongs to the store. */
  token: string;
  /** Signs sessions. Another token gives another key, and so ends all of them. */
  sessionKey: Buffer;
}

async function readSecrets(): Promise<Secrets> {
  const { world } = await getRuntime().connect();
  const secret = await world.readSecret();
  const derive = (purpose: string): Buffer =>
    createHmac('sha256', secret).update(`workflow dashboard: ${purpose}`).digest();
  const token = getRuntime().settings.dashboardToken ?? derive('token').toString('base64url');
  return { token, sessionKey: derive(`session of ${token}`) };
}

/** The dashboard's own token. */
export async function readDashboardToken(): Promise<string> {
  return (await readSecrets()).token;
}

/** The tokens that are accepted now: the dashboard's own, and those of `WORKFLOW_OPERATIONS_TOKENS`. */
const toAccepted = ({ token }: Secrets): OperationsToken[] => [
  ...(getRuntime().settings.operationsTokens ?? []),
  { ...OWN, digest: digestOf(token) },
];

/** The token that somebody has shown; `null`: it opens nothing. */
export const findShown = async (token: string): Promise<OperationsToken | null> =>
  findToken(toAccepted(await readSecrets()), token);

/** A cookie is only sent back to the page's own path and by the page itself, and no script can read it. */
interface CookieScope {
  /** Path below which it is sent. */
  base: string;
  isSecure: boolean;
}

/** A session, as the cookie has it. */
interface Session {
  /** Of the token that was shown: who has a session may do what that token may at the time. */
  id: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const idOf = ({ digest }: OperationsToken): string => digestOf(Buffer.from(digest).toString('hex')).toString('hex');

/** Makes the header that remembers a token for a week. */
export async function remember(token: OperationsToken, scope: CookieScope): Promise<string> {
  const session: Session = { id: idOf(token), expiresAt: getRuntime().now() + SESSION_MS };
  const content = Buffer.from(JSON.stringify(session)).toString('base64url');
  return toHeader(`${content}.${sign(content, await readSecrets())}`, SESSION_MS / 1_000, scope);
}

/** Makes the header that forgets it. */
export const forget = (scope: CookieScope): string => toHeader('', 0, scope);

/** The token that was remembered; `null`: none was, its time is over, or it is not accepted any more. */
export async function readRemembered(request: Request): Promise<OperationsToken | null> {
  const [content, signature] = cookieOf(request)?.split('.') ?? [];
  if (!content || !signature) return null;
  const secrets = await readSecrets();
  if (!timingSafeEqual(digestOf(signature), digestOf(sign(content, secrets)))) return null;
  const { id, expiresAt } = JSON.parse(Buffer.from(content, 'base64url').toString()) as Session;
  if (expiresAt <= getRuntime().now()) return null;
  return toAccepted(secrets).find((token) => idOf(token) === id) ?? null;
}

const sign = (content: string, { sessionKey }: Secrets): string =>
  createHmac('sha256', sessionKey).update(content).digest('base64url');

function cookieOf(request: Request): string | null {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? null;
}

const toHeader = (value: string, maxAgeS: number, { base, isSecure }: CookieScope): string =>
  [
    `${COOKIE}=${value}`,
    `Path=${base}`,
    `Max-Age=${maxAgeS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
