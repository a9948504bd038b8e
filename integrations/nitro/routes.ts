/** Registers the well-known routes and the plugin that starts the runtime at boot. */
import type { Nitro } from 'nitro/types';
import { DASHBOARD_PATHS, ROUTES } from '../../runtime/contract/routes.ts';
import { isBuiltByVite, isLegacy } from './nitro-kinds.ts';
import type { NitroProject } from './options.ts';
import { createVirtualModules, type RouteName } from './virtual-modules.ts';

/** Handlers get every method: for those that they do not take they answer 405 with the list of allowed ones. */
const PATHS: Record<RouteName, string> = {
  flow: ROUTES.flow,
  step: ROUTES.step,
  webhook: `${ROUTES.webhook}/:token`,
  health: ROUTES.health,
  operations: `${ROUTES.operations}/:verb`,
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
    isServedByVite: isBuiltByVite(nitro),
  });
  for (const [name, path] of Object.entries(PATHS) as [RouteName, string][]) {
    options.virtual[`#workflow/${name}`] = modules.routes[name];
    options.handlers.push({ route: path, handler: `#workflow/${name}` });
  }
  if (options.dev) for (const path of DASHBOARD_PATHS) registerDashboard(options, path);
  options.virtual['#workflow/boot'] = modules.boot;
  options.plugins.push('#workflow/boot');
}

/** Without `WORKFLOW_DASHBOARD` the handler of the routes answers 404. */
function registerDashboard(options: Nitro['options'], path: string): void {
  for (const route of [path, `${path}/**`]) options.handlers.push({ route, handler: '#workflow/flow' });
}
