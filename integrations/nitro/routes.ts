/** Registers the well-known routes and the plugin that starts the runtime at boot. */
import type { Nitro } from 'nitro/types';
import { ROUTES } from '../../runtime/contract/routes.ts';
import { hasPublicManifest } from '../shared/build-environment.ts';
import { isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import { createVirtualModules, type RouteName } from './virtual-modules.ts';

/** Handlers get every method: for those that they do not take they answer 405 with the list of allowed ones. */
const PATHS: Record<RouteName, string> = {
  flow: ROUTES.flow,
  step: ROUTES.step,
  webhook: `${ROUTES.webhook}/:token`,
  health: ROUTES.health,
  manifest: ROUTES.manifest,
};

/** Adds virtual modules, route handlers and the boot plugin to Nitro's options. Call it before Nitro reads them. */
export function registerRoutes(nitro: Nitro, { outDir }: NitroProject): void {
  const { options } = nitro;
  const modules = createVirtualModules({
    outDir,
    mode: options.dev ? 'development' : 'production',
    baseURL: options.baseURL ?? '/',
    isLegacy: isLegacy(nitro),
  });
  for (const [name, path] of Object.entries(PATHS) as [RouteName, string][]) {
    // A manifest that is not public in production is not in the output either.
    if (name === 'manifest' && !options.dev && !hasPublicManifest()) continue;
    options.virtual[`#workflow/${name}`] = modules.routes[name];
    options.handlers.push({ route: path, handler: `#workflow/${name}` });
  }
  options.virtual['#workflow/boot'] = modules.boot;
  options.plugins.push('#workflow/boot');
}
