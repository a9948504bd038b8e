/** Brings the steps along in the bundles that Vite makes for pages, where Nitro bundles the server. */
import { join } from 'node:path';
import { MagicString } from 'magic-string';
import type { Plugin } from 'rolldown';
import { listFiles } from '../../compiler/build/list-step-files.ts';
import { STEPS_FILE } from '../../compiler/build/output-files.ts';
import type { LayerModules } from '../../compiler/views/view-builder.ts';
import type { PageBundle } from '../nitro/page-bundles.ts';
import { LAYER_CODE, registryCode } from '../shared/divided-steps.ts';
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

/** How the bundles of pages and Nitro's server find each other. */
interface PageStepsOptions {
  /** Returns the absolute path of the folder of the build, once it is known. */
  outDir(): string;
  /** Called for each bundle when its modules are known. */
  onModules(bundle: PageBundle): Promise<void> | void;
}

/** The plugins for the environments beside Nitro's. */
export function pageSteps({ outDir, onModules }: PageStepsOptions): Plugin[] {
  let bundle: PageBundle;
  const steps = (): string => join(outDir(), STEPS_FILE);
  const codes: Record<string, () => string> = {
    [idOf(PAGE_LAYER.layer)]: () => LAYER_CODE,
    [idOf(PAGE_LAYER.registry)]: () => registryCode(PAGE_LAYER),
    [idOf(ANCHOR)]: () =>
      bundle.files.length === 0
        ? ''
        : `globalThis[Symbol.for('${ANCHOR}')] = () => import(${JSON.stringify(steps())});\n`,
  };
  return [
    wholeApplication({
      outDir,
      beside: idOf(ANCHOR),
      complete: (ids) => onModules((bundle = { ids, files: [], output: null })),
    }),
    {
      name: 'workflow:page-steps',
      resolveId: { order: 'pre', filter: { id: /^virtual:workflow-page-/ }, handler: idOf },
      load: {
        order: 'pre',
        handler: (id) => (id === steps() ? stepsCode(outDir(), bundle) : (codes[id]?.() ?? null)),
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

const stepsCode = (outDir: string, { files }: PageBundle): string => `// The steps of these pages.
import { loadStepFiles } from '${PAGE_LAYER.registry}';
const files = ${listFiles(outDir, files)};
export const loadSteps = (options) => loadStepFiles({ version: '', files }, null, options);
`;
