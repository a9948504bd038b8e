/** Detects routes of the application in the place of ours: Nitro would silently take one of them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Nitro } from 'nitro/types';
import { ROUTE_PREFIX } from '../../runtime/contract/routes.ts';
import { integrationError } from '../shared/messages.ts';

/** The options from which Nitro takes routes; version 2 always looks in `routes`. */
interface RouteSources {
  handlers: { route?: string }[];
  scanDirs?: string[];
  routesDir?: string;
}

/** Call it before our own routes are registered. @throws `integration_route_taken`. */
export function checkRoutes({ options }: Nitro): void {
  const { handlers, scanDirs = [], routesDir = 'routes' } = options as RouteSources;
  const configured = handlers.find(({ route = '' }) => `${route}/`.startsWith(`${ROUTE_PREFIX}/`));
  if (configured) throw integrationError('integration_route_taken', { route: configured.route!, place: 'handlers' });
  const taken = scanDirs.map((dir) => join(dir, routesDir, ROUTE_PREFIX)).find((path) => existsSync(path));
  if (taken !== undefined) throw integrationError('integration_route_taken', { route: ROUTE_PREFIX, place: taken });
}
