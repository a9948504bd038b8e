/** Steps in the modules that Vite serves or bundles for pages, where Nitro has the server. */
import { join } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin, PluginContext } from 'rolldown';
import type { DevEnvironment, Environment } from 'vite';
import { LAYER_CODE, registryCode } from '../../compiler/build/layer-code.ts';
import { listFiles, type ListedFile } from '../../compiler/build/list-step-files.ts';
import { STEPS_FILE } from '../../compiler/build/output-files.ts';
import type { LayerModules } from '../../compiler/views/view-builder.ts';
import type { PageBundle } from '../nitro/page-bundles.ts';
import { entriesOf } from '../nitro/served-modules.ts';
import { stepSourceMap } from '../shared/step-source-map.ts';
import { wholeApplication } from '../shared/whole-application.ts';

/**
 * The modules by which those of a bundle register themselves. Configurations may leave all names outside that begin
 * with ours.
 */
export const PAGE_LAYER: LayerModules = {
  layer: 'virtual:workflow-page-layer',
  registry: 'virtual:workflow-page-registry',
};
/** Keeps a chunk for the steps: an entry of its own could be taken for that of the pages. */
const ANCHOR = 'virtual:workflow-page-anchor';

const SCRIPT = /^\0|^virtual:|\.[cm]?[jt]sx?(?:\?|$)/;

/** Whether Nitro evaluates the modules of an environment of a development server, for pages. */
export const isServedForPages = (environment: Environment): environment is DevEnvironment =>
  isBesideNitro(environment) && !('runner' in environment) && entriesOf(environment).length > 0;

/** Whether it is for a server, and not Nitro's. */
export const isBesideNitro = ({ name, config }: Pick<Environment, 'name' | 'config'>): boolean =>
  name !== 'nitro' && config.consumer === 'server';

/**
 * The plugin by which modules of pages register themselves, and which lists the steps among them.
 * @param outDir Returns the absolute path of the folder of the build, once it is known.
 * @param filesOf Returns the files with steps that the modules of an environment lead to.
 */
export function pageSteps(outDir: () => string, filesOf: (environment: Environment) => readonly ListedFile[]): Plugin {
  const codes: Record<string, string> = {
    [idOf(PAGE_LAYER.layer)]: LAYER_CODE,
    [idOf(PAGE_LAYER.registry)]: registryCode(PAGE_LAYER),
  };
  return {
    name: 'workflow:page-steps',
    resolveId: { order: 'pre', filter: { id: /^virtual:workflow-page-/ }, handler: idOf },
    load: {
      order: 'pre',
      handler(id) {
        if (id !== join(outDir(), STEPS_FILE)) return codes[id] ?? null;
        return stepsCode(outDir(), filesOf((this as PluginContext & { environment: Environment }).environment));
      },
    },
  };
}

/**
 * The plugins that bring the steps along in the bundles of pages.
 * @param outDir As for {@link pageSteps}.
 * @param onModules Called for each bundle when its modules are known.
 */
export function bundledPageSteps(outDir: () => string, onModules: (bundle: PageBundle) => Promise<void>): Plugin[] {
  let bundle: PageBundle;
  const steps = (): string => join(outDir(), STEPS_FILE);
  const anchorCode = (): string => `globalThis[Symbol.for('${ANCHOR}')] = () => import(${JSON.stringify(steps())});\n`;
  return [
    wholeApplication({
      outDir,
      beside: idOf(ANCHOR),
      complete: (ids) => onModules((bundle = { ids, files: [], output: null })),
    }),
    {
      name: 'workflow:page-bundle',
      load: {
        order: 'pre',
        handler(id) {
          if (id !== idOf(ANCHOR)) return null;
          return bundle.files.length > 0 ? anchorCode() : '';
        },
      },
      transform: {
        order: 'pre',
        filter: { id: SCRIPT },
        handler(code, id) {
          if (!this.getModuleInfo(id)?.isEntry) return null;
          // At the end, so that directives stay the first statements.
          const edited = new MagicString(code).append(`\nimport '${ANCHOR}';\n`);
          return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }) };
        },
      },
      writeBundle({ dir }, output) {
        const chunk = Object.values(output).find((file) => file.type === 'chunk' && file.facadeModuleId === steps());
        if (dir && chunk) bundle.output = { dir, chunk: chunk.fileName };
      },
    },
    stepSourceMap(outDir),
  ];
}

const idOf = (name: string): string => `\0${name}`;

const stepsCode = (outDir: string, files: readonly ListedFile[]): string => `// The steps of these pages.
import { loadStepFiles } from '${PAGE_LAYER.registry}';
const files = ${listFiles(outDir, files)};
export const loadSteps = (options) => loadStepFiles({ version: '', files }, null, options);
`;
