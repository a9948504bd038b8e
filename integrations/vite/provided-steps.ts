/**
 * Puts the list of the steps into a chunk of its own in each bundle for a server: the file that runs the workflows may
 * stand beside the bundle, and import it later or never.
 */
import { join } from 'node:path';
import type { Plugin, PluginContext } from 'rolldown';
import type { Environment } from 'vite';
import { importFrom, STEPS_FILE, writeFiles } from '../../compiler/build/output-files.ts';
import { COMPILED_MODULE } from '../../compiler/views/view-builder.ts';
import { APPLICATION_STEPS_FILE } from '../shared/application-steps.ts';

/** Configurations may leave all names outside that begin with ours. */
const NAME = 'virtual:workflow-steps';
/** The module of that chunk. */
export const PROVIDED_STEPS = `\0${NAME}`;
const CHUNK = 'workflow-steps.mjs';
/** An import of this package, also in compiled code. */
const OWN_IMPORT = /\b(?:from|import)\s*\(?\s*['"]workflow(?:\/[\w/-]+)?['"]/;

/**
 * The plugin for Rolldown and Rollup. A bundle that has nothing of this package, such as one of several servers, stays
 * as it is.
 * @param outDir Returns the absolute path of the folder of the build, once it is known.
 */
export function provideSteps(outDir: () => string): Plugin {
  let isEmitted = false;
  return {
    name: 'workflow:provided-steps',
    buildStart() {
      isEmitted = false;
    },
    // Names that the configuration leaves outside are never resolved.
    transform: {
      order: 'pre',
      filter: { code: OWN_IMPORT },
      handler(code) {
        // The first versions of Vite 6 know no filters.
        if (isEmitted || !OWN_IMPORT.test(code)) return null;
        isEmitted = true;
        if (mayHaveChunks(this)) this.emitFile({ type: 'chunk', id: NAME, fileName: CHUNK });
        return null;
      },
    },
    resolveId: { order: 'pre', handler: (source) => (source === NAME ? PROVIDED_STEPS : null) },
    load: {
      order: 'pre',
      handler: (id) => (id === PROVIDED_STEPS ? { code: codeOf(outDir()), moduleSideEffects: true } : null),
    },
    async writeBundle({ dir }, bundle) {
      if (!dir || !bundle[CHUNK]) return;
      const content = `import ${JSON.stringify(importFrom(outDir(), join(dir, CHUNK)))};\n`;
      await writeFiles(outDir(), [{ name: APPLICATION_STEPS_FILE, content }]);
    },
  };
}

/** Whether a bundle may be several files. Rollup refuses a second entry otherwise. */
function mayHaveChunks(context: PluginContext): boolean {
  const { environment } = context as PluginContext & { environment: Environment };
  const { lib, rollupOptions } = environment.config.build;
  const outputs = [rollupOptions.output ?? {}].flat();
  const isOneFile = ({ format = 'es', inlineDynamicImports, codeSplitting }: (typeof outputs)[number]): boolean =>
    inlineDynamicImports === true || codeSplitting === false || !/^(?:es|esm|module)$/.test(format);
  return !lib && !outputs.some(isOneFile) && environment.getTopLevelConfig().ssr.target !== 'webworker';
}

const codeOf = (outDir: string): string => `import { list } from ${JSON.stringify(join(outDir, STEPS_FILE))};
import { provideStepFiles } from '${COMPILED_MODULE}';
provideStepFiles(list);
`;
