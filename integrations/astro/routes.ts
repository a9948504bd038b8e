/**
 * Registers the well-known routes with Astro, because adapters for hosting platforms create functions and rules only
 * for routes that Astro knows.
 */
import { ROUTES } from '../../runtime/contract/routes.ts';
import { hasPublicManifest } from '../shared/build-environment.ts';
import { ownFile } from '../../compiler/own-code.ts';
import type { ConfigSetup } from './astro-interface.ts';

/**
 * Adds the well-known routes, all with one endpoint. The manifest is among them in development, and in production if it
 * is public.
 */
export function injectRoutes({ injectRoute, command }: Pick<ConfigSetup, 'injectRoute' | 'command'>): void {
  const entrypoint = ownFile('integrations/astro/route');
  // A manifest that is not public in production is not in the output either.
  const manifest = command === 'build' && !hasPublicManifest() ? [] : [ROUTES.manifest];
  for (const pattern of [ROUTES.flow, ROUTES.step, `${ROUTES.webhook}/[token]`, ROUTES.health, ...manifest])
    injectRoute({ pattern, entrypoint, prerender: false });
}
