/** `workflow/vite`: the client view in applications that are built with Vite. */
import type { WorkflowPluginOptions } from '../plugin/client-view.ts';
import { clientView } from '../plugin/client-view.ts';

export type { WorkflowPluginOptions };

/** The plugin: `plugins: [workflow()]`. */
export const workflow = clientView.vite;
export default workflow;
