/** `workflow/sveltekit`: durable workflows in applications that are built with SvelteKit. */
import '../../runtime/contract/node-version.ts';
import type { Plugin } from 'vite';
import { applicationViewPlugins } from '../vite/application-view.ts';
import { developmentPlugin } from '../vite/development-plugin.ts';
import { checkSvelteKitOptions, readProject, type WorkflowSvelteKitOptions } from './options.ts';
import { productionPlugins } from './production.ts';

export type { WorkflowSvelteKitOptions } from './options.ts';

/**
 * The plugins: `plugins: [workflowPlugin(), sveltekit()]` in `vite.config`.
 * @throws `integration_option_unknown`, `integration_option_invalid`; when Vite starts `integration_folder_missing`,
 * `sveltekit_plugin_missing`.
 */
export function workflowPlugin(options: WorkflowSvelteKitOptions = {}): Plugin[] {
  checkSvelteKitOptions(options);
  return [
    ...applicationViewPlugins({ runsSteps: () => true }),
    developmentPlugin((config) => readProject(config, options)),
    ...productionPlugins((config) => readProject(config, options)),
  ];
}
export default workflowPlugin;
