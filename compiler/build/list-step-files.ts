/** Writes the module that loads the sources with steps, each by its own import. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { COMPILED_MODULE } from '../views/view-builder.ts';
import type { BuildModule } from './build-modules.ts';
import { STEP_BUNDLE_FILE } from './output-files.ts';

/** The first line of such a module. */
export const STEP_LIST_BEGIN: string = `import { loadStepFiles } from '${COMPILED_MODULE}';\n`;
const END_OF_LIST = '\n] };\n';

/** Whether a text is such a module. */
export const isStepList = (text: string): boolean => text.startsWith(STEP_LIST_BEGIN);

/** Such a module as part of an application, which bundlers make of the files: without the step bundle. */
export const withoutBundle = (code: string): string =>
  code.slice(0, code.indexOf(END_OF_LIST) + END_OF_LIST.length) + exportLoader('null');

/**
 * The text of `steps.mjs`, for processes that find the step bundle beside it.
 * @param outDir Absolute path of its folder.
 * @param bundle The step bundle. Node loads a changed file anew only under another name.
 */
export function listStepFiles(outDir: string, modules: readonly BuildModule[], bundle: { code: string }): string {
  const version = createHash('sha256').update(bundle.code).digest('hex').slice(0, 16);
  const files = modules.map((module) => `\n  ${entryOf(outDir, module)},`);
  const loadBundle = `() => import('./${STEP_BUNDLE_FILE}?v=${version}')`;
  return `${STEP_LIST_BEGIN}export const list = { version: '${version}', files: [${files.join('')}${END_OF_LIST}${exportLoader(loadBundle)}`;
}

const exportLoader = (loadBundle: string): string =>
  `export const loadSteps = (options) => loadStepFiles(list, ${loadBundle}, options);\n`;

function entryOf(outDir: string, { source, info }: BuildModule): string {
  const stepNames = info.steps.map(({ stepName }) => stepName);
  const [file, steps, specifier] = [source.name, stepNames, toSpecifier(outDir, source.path)].map((value) =>
    JSON.stringify(value),
  );
  // A server is often deployed as one file, so webpack makes none of its own of each.
  return `{ file: ${file}, stepNames: ${steps}, load: () => import(/* webpackMode: "eager" */ ${specifier}) }`;
}

/** Relative, so that a project can be moved. Node reads it as an address. */
function toSpecifier(outDir: string, path: string): string {
  const specifier = relative(outDir, path).split(sep).join('/');
  return specifier.replaceAll(/[%?#]/g, encodeURIComponent);
}
