/** Chooses the function or file that answers a request: the routes in order, and files where the routes say so. */
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

/** @param pathname The request's path, as it was sent. */
export function routeRequest(output: BuildOutput, { method, pathname }: { method: string; pathname: string }): Answer {
  const headers: Record<string, string> = {};
  for (const route of output.config.routes ?? []) {
    if (route.handle === 'filesystem') {
      const found = findTarget(output, pathname);
      if (found) return { target: found, headers };
    }
    // Those after another `handle` are for requests that were answered already.
    else if (route.handle !== undefined) break;
    const match = matchRoute(route, method, pathname);
    if (!match) continue;
    Object.assign(headers, route.headers);
    if (route.continue) continue;
    const target = followRoute(output, route, match);
    if (target) return { target, headers };
  }
  return { target: { kind: 'status', status: 404 }, headers };
}

/** The expression of a route, which must match the whole path. */
export function toExpression(src: string): RegExp {
  return new RegExp(`${src.startsWith('^') ? '' : '^'}${src}${src.endsWith('$') ? '' : '$'}`);
}

function matchRoute({ src, methods }: Route, method: string, pathname: string): RegExpExecArray | null {
  if (src === undefined || (methods && !methods.includes(method))) return null;
  return toExpression(src).exec(pathname);
}

function followRoute(output: BuildOutput, { dest, status }: Route, match: RegExpExecArray): Target | null {
  if (dest === undefined) return status === undefined ? null : { kind: 'status', status };
  return findTarget(output, fillIn(dest, match).replace(/\?.*$/, ''));
}

/** Fills in the expression's captures, by number or name. */
const fillIn = (dest: string, match: RegExpExecArray): string =>
  dest.replaceAll(/\$(\w+)/g, (_, key: string) => match.groups?.[key] ?? match[Number(key)] ?? '');

export function findTarget({ functions, files }: BuildOutput, path: string): Target | null {
  const file = files.get(path) ?? files.get(`${path.replace(/\/$/, '')}/index.html`);
  if (file !== undefined) return { kind: 'file', file };
  const target = functions.get(path);
  return target ? { kind: 'function', target } : null;
}
