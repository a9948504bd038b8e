/**
 * Evaluates an ES module as a function, so that later versions can replace it. Modules loaded with `import()` stay in
 * memory for the life of the process, and a development server loads hundreds of versions.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { moduleRunnerTransform } from 'rolldown/experimental';
import { nameEvaluatedCode } from '../../runtime/contract/evaluated-code.ts';
import { loadFile } from '../../runtime/entries/compiled.ts';
import { mapStack } from '../../runtime/entries/runtime.ts';
import { createImport } from './import-from-folder.ts';
import { isBuildModule } from './load-build.ts';

/** Names that the transform gives to a module's imports and exports. */
const PARAMETERS = [
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_exports__',
  '__vite_ssr_import_meta__',
];

const BEGIN = 'return (async () => {\n';

/** The modules of the application's own bundle that steps share, by absolute path. */
export type BundledModules = ReadonlyMap<string, () => Promise<object>>;

/** A build was made for another bundle of the application than the one that is running. */
export class OtherApplication extends Error {}

/**
 * Evaluates a module anew. Its imports resolve as usual, so it shares their instances with the rest of the process;
 * other modules of its build are evaluated anew, too.
 * @param path Absolute path of the module.
 * @param bundled Where sources of the project are loaded from. Default: as usual.
 * @throws SyntaxError, OtherApplication, or the error that the module throws.
 */
export async function evaluateModule(path: string, bundled?: BundledModules): Promise<Record<string, unknown>> {
  const { code, map, errors } = await moduleRunnerTransform(path, await readFile(path, 'utf8'), { sourcemap: true });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('\n')}`);
  const ahead = { ...map, mappings: ';'.repeat(linesAhead()) + map!.mappings };
  const filename = nameEvaluatedCode(path, [JSON.stringify(ahead), ...(await readMap(path))]);
  const evaluate = compileFunction(`${BEGIN}${code}\n})()`, PARAMETERS, { filename });
  const dir = dirname(path);
  const importOutside = await createImport(dir);
  const importWith =
    (importBundled: typeof loadBundled) =>
    async (specifier: string): Promise<object> => {
      const [, name = ''] = /^\.\/([^/?]+)/.exec(specifier) ?? [];
      if (isBuildModule(name)) return await evaluateModule(join(dir, name), bundled);
      if (!bundled || !specifier.startsWith('.')) return await importOutside(specifier);
      return await importBundled(bundled, fileURLToPath(new URL(specifier, pathToFileURL(path))));
    };
  const exported: Record<string, unknown> = {};
  const exportAll = (from: object): void => {
    for (const name of Object.keys(from)) {
      if (name !== 'default' && !(name in exported)) Object.defineProperty(exported, name, getter(from, name));
    }
  };
  try {
    await evaluate(importWith(loadGuarded), importWith(loadBundled), exportAll, exported, metaOf(path));
  } catch (error) {
    if (error instanceof Error && error.stack !== undefined) error.stack = mapStack(error.stack);
    throw error;
  }
  return exported;
}

async function loadBundled(bundled: BundledModules, path: string): Promise<object> {
  const load = bundled.get(path);
  if (!load) throw new OtherApplication(`The application that runs does not have the file ${path}.`);
  return await load();
}

/** One that throws fails the steps that use it, and not all that are evaluated with them. */
const loadGuarded: typeof loadBundled = async (bundled, path) =>
  bundled.has(path) ? await loadFile(path, [], () => loadBundled(bundled, path)) : await loadBundled(bundled, path);

/** How many lines precede the code in stacks: our own prefix, and a line that the engine adds (Bun). */
function linesAhead(): number {
  const probe = compileFunction('\nreturn new Error().stack', PARAMETERS, { filename: 'probe.js' }) as () => string;
  return Number(/probe\.js:(\d+)/.exec(probe())![1]) - 1;
}

/** The source map beside a module, if there is one. */
const readMap = (path: string): Promise<string[]> =>
  readFile(`${path}.map`, 'utf8').then(
    (map) => [map],
    () => [],
  );

/** Exports are live bindings: a module may change them later. */
const getter = (from: object, name: string): PropertyDescriptor => ({
  enumerable: true,
  get: () => (from as Record<string, unknown>)[name],
});

function metaOf(path: string): Pick<ImportMeta, 'dirname' | 'filename' | 'url'> {
  return { dirname: dirname(path), filename: path, url: pathToFileURL(path).href };
}
