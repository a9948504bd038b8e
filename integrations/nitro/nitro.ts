/** `workflow/nitro`: durable workflows in applications that are built with Nitro. */
import '../../runtime/contract/node-version.ts';
import type { Nitro, NitroModule } from 'nitro/types';
import { emitForPlatform } from '../platform/emit-for-nitro.ts';
import { checkEngine, checkRoutes } from './check-conflicts.ts';
import { compileApplication } from './compile-application.ts';
import { buildForDevelopment } from './development.ts';
import { readProject } from './options.ts';
import { PageBundles } from './page-bundles.ts';
import { buildForProduction } from './production.ts';
import { registerRoutes } from './routes.ts';
import { addTypeScriptPlugin } from './typescript-plugin.ts';

export type { WorkflowNitroOptions } from './options.ts';

/** Nitro's name for the server that only prerenders pages during a build. */
const PRERENDER_PRESET = 'nitro-prerender';
const installed = new WeakSet<Nitro>();

/** The module: `modules: ['workflow/nitro']`. Options are under the key `workflow`, see `WorkflowNitroOptions`. */
export const workflow: NitroModule = {
  name: 'workflow',
  setup(nitro) {
    // Frameworks on top of Nitro may add it a second time.
    if (installed.has(nitro)) return;
    installed.add(nitro);
    const project = readProject(nitro);
    checkEngine(nitro, project);
    const pages = new PageBundles(project);
    compileApplication(nitro, project, pages);
    if (nitro.options.preset === PRERENDER_PRESET) return;
    if (project.typescriptPlugin) addTypeScriptPlugin(nitro);
    checkRoutes(nitro);
    registerRoutes(nitro, project);
    if (nitro.options.dev) buildForDevelopment(nitro, project);
    else buildForProduction(nitro, project, pages);
    emitForPlatform(nitro, project);
  },
};
export default workflow;
