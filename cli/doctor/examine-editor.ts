/**
 * `workflow doctor` without an address: finds what keeps the editor from showing findings. TypeScript's server says
 * nothing when it cannot load a plugin.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { toDisplayName } from '../../compiler/build/source-files.ts';
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { type FoundTypeScript, findTypeScript } from '../../ts-plugin/analysis/hosts/find-typescript.ts';
import { type OpenProject, openProject } from '../../ts-plugin/analysis/hosts/open-project.ts';
import { readPluginEntry } from '../../ts-plugin/analysis/hosts/tsconfig.ts';
import type { GivenArguments } from '../program/command.ts';
import { listDirectiveFiles } from '../program/directive-files.ts';
import { readRealRoot } from '../program/project-options.ts';
import { editorError } from './editor-messages.ts';

const TSCONFIG = 'tsconfig.json';
/** Steps in the editor that the doctor cannot see: the user may have taken them already. */
const REMINDERS = ['editor_typescript_native', 'editor_version_unselected'];
/** More names do not help. */
const FILES_SHOWN = 5;

/** @returns The exit code: 1 when it finds a problem. @throws `cli_path_missing`. */
export async function examineEditor(given: GivenArguments): Promise<number> {
  const rootDir = readRealRoot(given);
  const typescript = findTypeScript(rootDir);
  const opened = await openProject({ rootDir, tsconfig: TSCONFIG });
  try {
    const problems = [
      ...checkTypeScript(rootDir, typescript),
      // TypeScript 7 has no plugins, so tsconfig.json need not name one.
      ...(typescript.kind === 'native' ? [] : checkEntry(rootDir)),
      ...opened.problems,
      ...(typescript.kind === 'compiler' ? checkReach(rootDir) : []),
      ...(await checkCoverage(opened)),
      ...checkCopies(rootDir),
    ];
    console.log(describe(rootDir, typescript, problems));
    return problems.every(({ code }) => REMINDERS.includes(code)) ? 0 : 1;
  } finally {
    opened.close();
  }
}

function describe(rootDir: string, typescript: FoundTypeScript, problems: readonly WorkflowError[]): string {
  const version = 'version' in typescript ? `TypeScript ${typescript.version}` : 'no TypeScript';
  const head = `${rootDir} (${version})`;
  if (problems.length === 0) return `${head}\n\nThe editor is set up: it shows mistakes in workflows and steps.`;
  return [head, ...problems.map(({ message }) => `  ${message}`)].join('\n\n');
}

function checkTypeScript(rootDir: string, typescript: FoundTypeScript): WorkflowError[] {
  switch (typescript.kind) {
    case 'none':
      return [editorError('editor_typescript_missing', { rootDir })];
    case 'unsupported':
      return [editorError('editor_typescript_unsupported', { version: typescript.version })];
    case 'native':
      return [editorError('editor_typescript_native', { version: typescript.version })];
    case 'compiler':
      return [];
  }
}

function checkEntry(rootDir: string): WorkflowError[] {
  const tsconfig = join(rootDir, TSCONFIG);
  if (!existsSync(tsconfig)) return [editorError('editor_tsconfig_missing', { rootDir })];
  return readPluginEntry(tsconfig) === undefined ? [editorError('editor_entry_missing', { tsconfig })] : [];
}

/**
 * TypeScript's server searches for plugins from its own package upwards, through links, and in folders that settings of
 * VS Code name. VS Code uses its own TypeScript unless a setting names that of the workspace.
 */
function checkReach(rootDir: string): WorkflowError[] {
  const typescript = findUpwards(rootDir, 'node_modules/typescript');
  if (!typescript) return [];
  const settings = readSettings(rootDir);
  if (settings.text.includes('tsserver.pluginPaths')) return [];
  const folder = dirname(dirname(typescript));
  if (!findUpwards(folder, 'node_modules/workflow')) {
    const own = relative(folder, rootDir).split('\\').join('/');
    return [editorError('editor_plugin_unreachable', { typescript, folder: own === '' ? '.' : `./${own}` })];
  }
  const isSelected = /"(?:typescript|js\/ts)\.tsdk(?:\.path)?"/.test(settings.text);
  return isSelected ? [] : [editorError('editor_version_unselected', { settings: settings.path })];
}

function readSettings(rootDir: string): { path: string; text: string } {
  const path = findUpwards(rootDir, '.vscode/settings.json');
  return path ? { path, text: readFileSync(path, 'utf8') } : { path: join(rootDir, '.vscode/settings.json'), text: '' };
}

/** The path in the nearest folder above that has it; `null`: none has. */
function findUpwards(start: string, name: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name);
    if (folder === dirname(folder)) return null;
  }
}

async function checkCoverage({ project }: OpenProject): Promise<WorkflowError[]> {
  const { rootDir } = project;
  if (!existsSync(join(rootDir, TSCONFIG))) return [];
  const covered = new Set(project.paths());
  const missing = (await listDirectiveFiles(rootDir)).filter(({ path }) => !covered.has(path));
  if (missing.length === 0) return [];
  const names = missing.slice(0, FILES_SHOWN).map(({ path }) => toDisplayName(rootDir, path));
  const more = missing.length - names.length;
  return [
    editorError('editor_files_uncovered', { files: [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ') }),
  ];
}

/** Each copy registers its own steps, so one copy does not know the steps of the other. */
function checkCopies(rootDir: string): WorkflowError[] {
  const places = new Set<string>();
  for (let folder = rootDir; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules/workflow');
    if (existsSync(path)) places.add(realpathSync(path));
    if (folder === dirname(folder)) break;
  }
  return places.size > 1 ? [editorError('editor_package_twice', { places: [...places].join(', ') })] : [];
}
