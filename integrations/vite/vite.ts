/** `workflow/vite`: durable workflows in applications that are built with Vite. */
import '../../runtime/contract/node-version.ts';
import type { Plugin, ResolvedConfig } from 'vite';
import { applicationViewPlugins } from './application-view.ts';
import { developmentPlugin } from './development-plugin.ts';
import { attachToNitro, unlessNitro } from './nitro.ts';
import { PAGE_LAYER } from './page-steps.ts';
import { checkViteOptions, readProject, type ViteProject, type WorkflowViteOptions } from './options.ts';
import { previewPlugin } from './preview.ts';
import { productionPlugins } from './production.ts';

export type { WorkflowViteOptions } from './options.ts';

/**
 * The plugins: `plugins: [workflow()]`. Beside Nitro's plugin they add `workflow/nitro` to it and leave all servers to
 * Nitro.
 * @throws `integration_option_unknown`, `integration_option_invalid`; `integration_folder_missing` when Vite starts.
 */
export function workflow(options: WorkflowViteOptions = {}): Plugin[] {
  checkViteOptions(options);
  const read = (config: ResolvedConfig): ViteProject => readProject(config, options);
  let isBesideNitro = false;
  const nitro = attachToNitro(options, () => (isBesideNitro = true));
  const layerModules = () => (isBesideNitro ? PAGE_LAYER : undefined);
  const view = applicationViewPlugins({ ...options, runsSteps: () => true, tellsServer: true, layerModules });
  const servers = [developmentPlugin(read), ...productionPlugins(read), previewPlugin(read)];
  return [...nitro, ...view, ...servers.map(unlessNitro)];
}
export default workflow;
