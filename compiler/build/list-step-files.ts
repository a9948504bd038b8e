/** Writes the module that loads the sources with steps, each by its own import. */
import type { StepFile } from '../../runtime/contract/compiled.ts';
import { COMPILED_MODULE } from '../views/view-builder.ts';
import type { BuildModule } from './build-modules.ts';
import { importFrom, STEP_BUNDLE_FILE, STEPS_APART_FILE } from './output-files.ts';
import { shortHash } from './short-hash.ts';

/** The first line of such a module. */
export const STEP_LIST_BEGIN: string = `import { loadStepFiles } from '${COMPILED_MODULE}';\n`;
const END_OF_LIST = ' };\n';

/** Whether a text is such a module. */
export const isStepList = (text: string): boolean => text.startsWith(STEP_LIST_BEGIN);

/** Such a module as part of an application, which bundlers make of the files: without the step bundle. */
export const withoutBundle = (code: string): string =>
  code.slice(0, code.indexOf(END_OF_LIST) + END_OF_LIST.length) + exportLoader('null');

/** The code beside such a list. Node loads a changed file anew only under another name. */
interface CodeBeside {
  /** The step bundle; `null`: the list is for the application alone. */
  bundle: { code: string } | null;
  /** The steps of files that are not listed; `null`: all are. */
  apart: { code: string } | null;
  /** See `StepList`. */
  isAhead: boolean;
}

/**
 * The text of `steps.mjs`.
 * @param outDir Absolute path of its folder.
 */
export function listStepFiles(outDir: string, modules: readonly BuildModule[], beside: CodeBeside): string {
  const { bundle, apart, isAhead } = beside;
  const version = versionOf(bundle ?? apart);
  const files = modules.map(({ source, info }) => ({
    file: source.name,
    path: source.path,
    stepNames: info.steps.map(({ stepName }) => stepName),
  }));
  const others = apart ? `, apart: ${importOf(STEPS_APART_FILE, versionOf(apart))}, isAhead: ${isAhead}` : '';
  const loadBundle = bundle ? importOf(STEP_BUNDLE_FILE, version) : 'null';
  return `${STEP_LIST_BEGIN}export const list = { version: '${version}', files: ${listFiles(outDir, files)}${others}${END_OF_LIST}${exportLoader(loadBundle)}`;
}

const versionOf = (bundle: { code: string } | null): string => shortHash(bundle?.code ?? '');

const importOf = (file: string, version: string): string => `() => import('./${file}?v=${version}')`;

const exportLoader = (loadBundle: string): string =>
  `export const loadSteps = (options) => loadStepFiles(list, ${loadBundle}, options);\n`;

/** A file of such a list. */
export interface ListedFile extends StepFile {
  /** Absolute path. */
  path: string;
}

/** The text of such a list, for a module in `dir`. */
export const listFiles = (dir: string, files: readonly ListedFile[]): string =>
  `[${files.map((file) => `\n  ${entryOf(dir, file)},`).join('')}\n]`;

function entryOf(dir: string, { file: name, path, stepNames }: ListedFile): string {
  const [file, steps, specifier] = [name, stepNames, importFrom(dir, path)].map((value) => JSON.stringify(value));
  // A server is often deployed as one file, so webpack makes none of its own of each.
  return `{ file: ${file}, stepNames: ${steps}, load: () => import(/* webpackMode: "eager" */ ${specifier}) }`;
}
