/** Asks the server of this page. */
import { signal } from '@preact/signals';
import type { Operations } from '../../runtime/operations/operations.ts';

/** Who uses the page, and what they may do. */
export interface PageSession {
  name: string;
  scopes: ('read' | 'act' | 'values')[];
  isDevelopment: boolean;
  canLogOut: boolean;
  /** A link to a place in the editor, with `{path}`, `{line}` and `{column}`; `null`: not here. */
  editorUrl: string | null;
  project: string | null;
  version: string;
}

/** An answer of the server that is no success. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { message, code }: { message: string; code: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** `undefined`: not asked yet; `null`: nobody is signed in. */
export const session = signal<PageSession | null | undefined>(undefined);
/** How somebody signs in; `null`: not on this page. */
export const login = signal<'token' | null>(null);
/** Why the server does not answer; `null`: it does. */
export const trouble = signal<string | null>(null);

type Answer<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>>;
type Argument<Name extends keyof Operations> =
  Parameters<Operations[Name]> extends [infer First, ...unknown[]] ? First : object;

/** Asks for a verb. @throws `ApiError` */
export async function ask<Name extends keyof Operations>(
  verb: Name,
  argument: Argument<Name>,
  abort?: AbortSignal,
): Promise<Answer<Name>> {
  return (await send('POST', verb, argument as object, abort)) as Answer<Name>;
}

/** Finds out who uses the page. */
export async function readSession(): Promise<void> {
  try {
    session.value = (await send('GET', 'session')) as PageSession;
  } catch {
    // Whoever is not signed in is told so, and a server that is away is named at the top of the page.
  }
}

/** @throws `ApiError` when nobody has the token. */
export async function logIn(token: string): Promise<void> {
  session.value = (await send('POST', 'login', { token })) as PageSession;
}

/** Forgets who uses the page. */
export async function logOut(): Promise<void> {
  await send('POST', 'logout', {});
  // The server says how to sign in again.
  await readSession();
}

async function send(method: 'GET' | 'POST', path: string, body?: object, abort?: AbortSignal): Promise<unknown> {
  const response = await fetchAnswer(method, path, body, abort);
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer;
  const { error, login: way = null } = (answer ?? {}) as {
    error?: { message: string; code: string };
    login?: 'token' | null;
  };
  if (response.status === 401) {
    login.value = way;
    session.value = null;
  }
  throw new ApiError(response.status, error ?? { message: `The server answers ${response.status}.`, code: 'unknown' });
}

async function fetchAnswer(method: string, path: string, body?: object, abort?: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(new URL(`api/${path}`, document.baseURI), {
      method,
      headers: { 'X-Workflow-Dashboard': '1', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(abort && { signal: abort }),
    });
    trouble.value = response.status === 503 ? 'The store does not answer. The page asks again.' : null;
    return response;
  } catch (error) {
    if (!abort?.aborted) trouble.value = 'The server does not answer. The page asks again.';
    throw error;
  }
}

/** Whether the user may do this. */
export const may = (scope: PageSession['scopes'][number]): boolean => session.value?.scopes.includes(scope) ?? false;

/** The message of a failure, without the advice for developers. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Something went wrong.');
