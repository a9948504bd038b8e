/** `workflow/rspack`: the client view in applications that are built with Rspack or Rsbuild. */
import '../../runtime/contract/node-version.ts';
import { clientView } from '../plugin/client-view.ts';

export type { WorkflowPluginOptions } from '../plugin/client-view.ts';

/** The plugin: `plugins: [workflow()]`. */
export const workflow = clientView.rspack;
export default workflow;
