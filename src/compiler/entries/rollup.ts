/** `workflow/rollup`: the client view in applications that are built with Rollup. */
import type { WorkflowPluginOptions } from '../plugin/client-view.ts';
import { clientView } from '../plugin/client-view.ts';

export type { WorkflowPluginOptions };

/** The plugin: `plugins: [workflow()]`. */
export const workflow = clientView.rollup;
export default workflow;
