/** Registers the well-known routes and the plugin that starts the runtime at boot. */
import type { Nitro } from 'nitro/types';
import { ROUTES } from '../../runtime/contract/routes.ts';
import { hasPublicManifest } from '../shared/build-environment.ts';
import { isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import { createVirtualModules, type RouteName } from './virtual-modules.ts';

/** Any method reaches a handler: it answers those it does not take with 405 and says which it does. */
const PATHS: Record<RouteName, string> = {
  flow: ROUTES.flow,
  step: ROUTES.step,
  webhook: `${ROUTES.webhook}/:token`,
  manifest: ROUTES.manifest,
};

export function registerRoutes(nitro: Nitro, { outDir }: NitroProject): void {
  const { options } = nitro;
  const modules = createVirtualModules({
    outDir,
    mode: options.dev ? 'development' : 'production',
    baseURL: options.baseURL ?? '/',
    isLegacy: isLegacy(nitro),
  });
  for (const [name, path] of Object.entries(PATHS) as [RouteName, string][]) {
    // What is not public in production is not in the output either.
    if (name === 'manifest' && !options.dev && !hasPublicManifest()) continue;
    options.virtual[`#workflow/${name}`] = modules.routes[name];
    options.handlers.push({ route: path, handler: `#workflow/${name}` });
  }
  options.virtual['#workflow/boot'] = modules.boot;
  options.plugins.push('#workflow/boot');
}
