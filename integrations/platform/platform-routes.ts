/** The well-known routes, as the platform's configuration has them. */
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';

/** Requests whose path matches `src`, an expression, are answered by the function at the path `dest`. */
export interface PlatformRoute {
  src: string;
  dest: string;
}

/** Functions by their paths below the prefix, and what a request's path must match to reach each. */
const ALWAYS = [
  { path: 'flow', pattern: 'flow' },
  { path: 'step', pattern: 'step' },
  { path: 'webhook/[token]', pattern: 'webhook/[^/]+' },
];
const MANIFEST = { path: 'manifest.json', pattern: String.raw`manifest\.json` };

/** @param base Path below which the application is mounted, without a slash at the end. */
export function platformRoutes({ base, hasManifest }: { base: string; hasManifest: boolean }): PlatformRoute[] {
  return [...ALWAYS, ...(hasManifest ? [MANIFEST] : [])].map(({ path, pattern }) => ({
    src: `^${escapeExpression(base + ROUTE_PREFIX)}/${pattern}$`,
    dest: `${ROUTE_PREFIX}/${path}`,
  }));
}

/** The path under which visitors reach a route. */
export const pathOf = (base: string, route: 'flow'): string => `${base}${ROUTE_PREFIX}/${route}`;

const escapeExpression = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
