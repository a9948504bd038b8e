/** Virtual modules of Nitro: the route handlers, and the plugin that runs at boot. */
import { join } from 'node:path';
import { STEPS_FILE, WEBHOOK_FILE, WORKFLOWS_FILE } from '../../compiler/build/output-files.ts';
import { ownFile } from '../../compiler/own-code.ts';
import { MANIFEST_HANDLER_FILE } from './manifest-handler.ts';
import { BUILT_EVENT } from './served-steps.ts';
import { SHARED_MODULES } from './shared-modules.ts';

/** Import specifiers of handlers and plugin, as code. */
const SERVER = JSON.stringify(ownFile('integrations/nitro/production-server'));
const DEVELOPMENT_SERVER = JSON.stringify(ownFile('integrations/nitro/development-server'));
/** The same module, under a name that Vite leaves outside: so it is there once, and stays when Vite loads all anew. */
const DEVELOPMENT_SERVER_BESIDE_VITE = "'workflow/internal/nitro'";

/** The last part of a virtual module's name, `#workflow/<name>`. */
export type RouteName = 'flow' | 'step' | 'webhook' | 'health' | 'manifest' | 'operations';

/** The kind of server that the modules are for. */
export interface ServerKind {
  /** Absolute path of the build's folder. */
  outDir: string;
  mode: 'development' | 'production';
  /** Path below which Nitro mounts the application. */
  baseURL: string;
  /** Version 2 of Nitro, whose handlers must be wrapped. */
  isLegacy: boolean;
  /** Whether Vite serves the modules in development. */
  isServedByVite: boolean;
}

/** Source texts of the modules. */
export interface VirtualModules {
  routes: Record<RouteName, string>;
  boot: string;
}

/** Writes the modules for one kind of server. Paths in them are absolute. */
export function createVirtualModules(server: ServerKind): VirtualModules {
  return server.mode === 'production' ? createProductionModules(server) : createDevelopmentModules(server);
}

/** Modules that make the build part of the output. */
function createProductionModules(server: ServerKind): VirtualModules {
  const fromBuild = (file: string): string => JSON.stringify(join(server.outDir, file));
  const plain = handlerModule(server, `import { handleRequest } from ${SERVER};`, 'handleRequest');
  const manifestFile = fromBuild(MANIFEST_HANDLER_FILE);
  return {
    routes: {
      flow: plain,
      step: plain,
      health: plain,
      operations: plain,
      webhook: handlerModule(server, `import { handleWebhook } from ${fromBuild(WEBHOOK_FILE)};`, 'handleWebhook'),
      manifest: handlerModule(server, `import { handleManifest } from ${manifestFile};`, 'handleManifest'),
    },
    boot: `import { bundle } from ${fromBuild(WORKFLOWS_FILE)};
import { loadSteps } from ${fromBuild(STEPS_FILE)};
import { manifest } from ${manifestFile};
import { serveBuild } from ${SERVER};
const load = async () => ({ bundle, steps: await loadSteps(), manifest });
export default serveBuild(load, ${JSON.stringify(server.baseURL)});
`,
  };
}

/**
 * Modules that read the build from disk after each change. The build is not part of the graph, so a new one does not
 * restart the server.
 */
function createDevelopmentModules(server: ServerKind): VirtualModules {
  const from = server.isServedByVite ? DEVELOPMENT_SERVER_BESIDE_VITE : DEVELOPMENT_SERVER;
  const imports = (name: string): string => `import { ${name} } from ${from};`;
  const route = handlerModule(server, imports('handleRequest'), 'handleRequest');
  const manifest = handlerModule(server, imports('handleManifest'), 'handleManifest');
  const build = JSON.stringify({ outDir: server.outDir, baseURL: server.baseURL });
  const boot = server.isServedByVite
    ? `${imports('followServed, reloadSteps')}
import.meta.hot?.on('${BUILT_EVENT}', reloadSteps);
export default followServed(${build});
`
    : `${imports('followBundled')}
import { bundled } from '${SHARED_MODULES}';
export default followBundled(${build}, bundled);
`;
  return {
    routes: { flow: route, step: route, webhook: route, health: route, manifest, operations: route },
    boot,
  };
}

/** A module whose default export is Nitro's handler for a function from request to response. */
function handlerModule({ isLegacy }: ServerKind, imports: string, handle: string): string {
  return isLegacy
    ? `import { fromWebHandler } from 'h3';\n${imports}\nexport default fromWebHandler(${handle});\n`
    : `${imports}\nexport default ({ req }) => ${handle}(req);\n`;
}
