/** Refuses projects in which something else would serve our routes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';
import { integrationError } from '../shared/messages.ts';
import { isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';

/** Whether version 2 was the builder, by root. Development servers build several times. */
const legacyByRoot = new Map<string, boolean>();

/**
 * Refuses two versions of Nitro in one project, each of which would serve the routes with its own runtime. The second
 * one fails with `integration_engine_twice` when it begins to build.
 */
export function checkEngine(nitro: Nitro, { rootDir }: NitroProject): void {
  const isOwnLegacy = isLegacy(nitro);
  nitro.hooks.hook('build:before', () => {
    const known = legacyByRoot.get(rootDir) ?? isOwnLegacy;
    if (known !== isOwnLegacy) throw integrationError('integration_engine_twice', { rootDir });
    legacyByRoot.set(rootDir, isOwnLegacy);
  });
}

/** The options from which Nitro takes routes; version 2 always looks in `routes`. */
interface RouteSources {
  handlers: { route?: string }[];
  scanDirs?: string[];
  routesDir?: string;
}

/**
 * Refuses routes of the application in the place of ours, because Nitro would silently take one of them. Call it before
 * our routes are registered. @throws `integration_route_taken`.
 */
export function checkRoutes({ options }: Nitro): void {
  const { handlers, scanDirs = [], routesDir = 'routes' } = options as RouteSources;
  const configured = handlers.find(({ route = '' }) => `${route}/`.startsWith(`${ROUTE_PREFIX}/`));
  if (configured) throw integrationError('integration_route_taken', { route: configured.route!, place: 'handlers' });
  const taken = scanDirs.map((dir) => join(dir, routesDir, ROUTE_PREFIX)).find((path) => existsSync(path));
  if (taken !== undefined) throw integrationError('integration_route_taken', { route: ROUTE_PREFIX, place: taken });
}
