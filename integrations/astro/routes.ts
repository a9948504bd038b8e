/** Tells Astro of the well-known routes: adapters for hosting platforms make functions and rules of all that it knows. */
import { ROUTES } from '../../runtime/contract/routes.ts';
import { hasPublicManifest } from '../shared/build-environment.ts';
import { ownFile } from '../../compiler/own-code.ts';
import type { ConfigSetup } from './astro-interface.ts';

export function injectRoutes({ injectRoute, command }: Pick<ConfigSetup, 'injectRoute' | 'command'>): void {
  const entrypoint = ownFile('integrations/astro/route');
  // What is not public in production is not in the output either.
  const manifest = command === 'build' && !hasPublicManifest() ? [] : [ROUTES.manifest];
  for (const pattern of [ROUTES.flow, ROUTES.step, `${ROUTES.webhook}/[token]`, ...manifest])
    injectRoute({ pattern, entrypoint, prerender: false });
}
