/** The well-known routes in the format of the platform's configuration. */
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';

/** The function at the path `dest` answers requests whose path matches the expression `src`. */
export interface PlatformRoute {
  src: string;
  dest: string;
}

/** Functions by their path below the prefix, each with the pattern of the requests that it answers. */
const ROUTES = [
  { path: 'flow', pattern: 'flow' },
  { path: 'step', pattern: 'step' },
  { path: 'webhook/[token]', pattern: 'webhook/[^/]+' },
  { path: 'health', pattern: 'health' },
  { path: 'operations/[verb]', pattern: 'operations/[^/]+' },
  { path: 'manifest.json', pattern: String.raw`manifest\.json` },
];

/**
 * The routes of every build.
 * @param base Path below which the application is mounted, without a slash at the end.
 */
export function platformRoutes(base: string): PlatformRoute[] {
  return ROUTES.map(({ path, pattern }) => ({
    src: `^${escapeExpression(base + ROUTE_PREFIX)}/${pattern}$`,
    dest: `${ROUTE_PREFIX}/${path}`,
  }));
}

/** The path of a route as visitors see it. */
export const pathOf = (base: string, route: 'flow'): string => `${base}${ROUTE_PREFIX}/${route}`;

const escapeExpression = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
