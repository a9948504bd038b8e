/** Chooses the function or file that answers a request: the routes in order, and files where the routes say so. */
import type { IncomingHttpHeaders } from 'node:http';
import type { BuildOutput, OutputFunction, Route } from './build-output.ts';

export type Target =
  | { kind: 'function'; target: OutputFunction }
  | { kind: 'file'; file: string }
  /** A route answers by itself. */
  | { kind: 'status'; status: number };

export interface Answer {
  target: Target;
  /** Headers that routes add to the response. */
  headers: Record<string, string>;
}

/** The routes look at this. */
export interface RoutedRequest {
  method: string;
  /** The path, as it was sent. */
  pathname: string;
  /** Default: none. */
  headers?: IncomingHttpHeaders;
}

/** In this order; other phases come when the answer is known. */
const PHASES = ['filesystem', 'miss', 'rewrite', 'resource', 'error'];

export function routeRequest(output: BuildOutput, request: RoutedRequest): Answer {
  const headers: Record<string, string> = {};
  const phases = routesByPhase(output.config.routes ?? []);
  const follow = (routes: readonly Route[] = []): Target | null => {
    for (const route of routes) {
      const match = matchRoute(route, request);
      if (!match) continue;
      Object.assign(headers, route.headers);
      const target = route.continue ? null : followRoute(output, route, match);
      if (target) return target;
    }
    return null;
  };
  let target =
    follow(phases.get(undefined)) ?? (phases.has('filesystem') ? findTarget(output, request.pathname) : null);
  for (const phase of PHASES) target ??= follow(phases.get(phase));
  return { target: target ?? { kind: 'status', status: 404 }, headers };
}

/** Those before all phases have the key `undefined`. */
function routesByPhase(routes: readonly Route[]): Map<string | undefined, Route[]> {
  let phase: string | undefined;
  const phases = new Map<string | undefined, Route[]>();
  for (const route of routes) {
    if (route.handle !== undefined) phase = route.handle;
    const known = phases.get(phase) ?? [];
    phases.set(phase, route.handle === undefined ? [...known, route] : known);
  }
  return phases;
}

/** The expression of a route, which must match the whole path. */
export function toExpression(src: string): RegExp {
  return new RegExp(`${src.startsWith('^') ? '' : '^'}${src}${src.endsWith('$') ? '' : '$'}`);
}

function matchRoute({ src, methods, has = [] }: Route, request: RoutedRequest): RegExpExecArray | null {
  const { method, pathname, headers = {} } = request;
  if (src === undefined || (methods && !methods.includes(method))) return null;
  // Conditions on anything else than headers are not used by the frameworks that are tested.
  if (!has.every(({ type, key }) => type === 'header' && headers[key] !== undefined)) return null;
  return toExpression(src).exec(pathname);
}

function followRoute(output: BuildOutput, { dest, status }: Route, match: RegExpExecArray): Target | null {
  if (dest === undefined) return status === undefined ? null : { kind: 'status', status };
  return findTarget(output, fillIn(dest, match).replace(/\?.*$/, ''));
}

/** Fills in the expression's captures, by number or name. */
const fillIn = (dest: string, match: RegExpExecArray): string =>
  dest.replaceAll(/\$(\w+)/g, (_, key: string) => match.groups?.[key] ?? match[Number(key)] ?? '');

/** @param dest With a slash at its beginning, or without. */
export function findTarget({ functions, files }: BuildOutput, dest: string): Target | null {
  const path = dest.startsWith('/') ? dest : `/${dest}`;
  const file = files.get(path) ?? files.get(`${path.replace(/\/$/, '')}/index.html`);
  if (file !== undefined) return { kind: 'file', file };
  const target = functions.get(path === '/' ? '/index' : path);
  return target ? { kind: 'function', target } : null;
}
