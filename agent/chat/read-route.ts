import { chatError } from './messages.ts';
import type { ControlAction } from './control-run.ts';

/** The action that a request asks for. `id`: of a run or chat. */
export type ChatRoute =
  | { action: 'send' }
  | { action: 'stream'; id: string; startIndex: number | null }
  | { action: 'approve' | ControlAction; id: string };

const ROUTE = /\/([^/]+)\/(stream|approve|stop|steer|follow-up|resume)\/?$/;

/**
 * Routes are told by the end of the path, wherever the handler is mounted.
 * @throws `agent_chat_route_unknown`, `agent_chat_method_invalid`.
 */
export function readRoute(request: Request): ChatRoute {
  const { pathname, searchParams } = new URL(request.url);
  const [, segment, action] = ROUTE.exec(pathname) ?? [];
  const allowed = allowedMethod(request);
  if (request.method !== allowed) throw chatError('agent_chat_method_invalid', { method: request.method, allowed });
  if (segment === undefined) return { action: 'send' };
  const id = decodeSegment(segment);
  if (action !== 'stream') return { action: action as 'approve' | ControlAction, id };
  return { action, id, startIndex: readIndex(searchParams.get('startIndex')) };
}

/** The one method that this address knows. */
export function allowedMethod({ url }: Request): 'GET' | 'POST' {
  return ROUTE.exec(new URL(url).pathname)?.[2] === 'stream' ? 'GET' : 'POST';
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw chatError('agent_chat_route_unknown', {});
  }
}

function readIndex(text: string | null): number | null {
  if (text === null) return null;
  const index = Number(text);
  if (text.trim() !== '' && Number.isInteger(index)) return index;
  throw chatError('agent_chat_request_invalid', { expected: '"startIndex", a whole number, in its address' });
}
