/**
 * The plugin of tsserver that the extension brings: it hands over to the plugin of the project's own package, so that
 * nobody has to choose the workspace's TypeScript. A project without the package stays as it is.
 */
import { createRequire } from 'node:module';
import type ts from 'typescript-6';
import { findPackage } from './find-package.ts';

/** tsserver calls this for each project. */
const init: ts.server.PluginModuleFactory = (modules) => {
  let own: ts.server.PluginModule | undefined;
  return {
    create(info) {
      const found = findPackage(info.project.getCurrentDirectory());
      if (!found) return info.languageService;
      const load = createRequire(found.plugin)(found.plugin) as ts.server.PluginModuleFactory;
      own = load(modules);
      return own.create(info);
    },
    onConfigurationChanged(config: unknown) {
      own?.onConfigurationChanged?.(config);
    },
  };
};

export default init;
