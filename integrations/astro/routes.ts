/**
 * Registers the well-known routes with Astro, because adapters for hosting platforms create functions and rules only
 * for routes that Astro knows.
 */
import { ROUTES } from '../../runtime/contract/routes.ts';
import { ownFile } from '../../compiler/own-code.ts';
import type { ConfigSetup } from './astro-interface.ts';

/**
 * Adds the well-known routes, all with one endpoint. Whether the manifest is public is a setting of the running server.
 */
export function injectRoutes({ injectRoute }: Pick<ConfigSetup, 'injectRoute'>): void {
  const entrypoint = ownFile('integrations/astro/route');
  const withNames = [`${ROUTES.webhook}/[token]`, `${ROUTES.operations}/[verb]`];
  for (const pattern of [ROUTES.flow, ROUTES.step, ...withNames, ROUTES.health, ROUTES.manifest])
    injectRoute({ pattern, entrypoint, prerender: false });
}
