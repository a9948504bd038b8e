/** `workflow/rollup`: workflows and steps in applications that are bundled with Rollup. */
import '../../runtime/contract/node-version.ts';
import { bundlerPlugin } from '../plugin/application-plugin.ts';

export type { WorkflowPluginOptions } from '../plugin/application-plugin.ts';

/** The plugin: `plugins: [workflow()]`. */
export const workflow = bundlerPlugin.rollup;
export default workflow;
