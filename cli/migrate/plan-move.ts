/** Finds out what a project needs to move here from the other package named `workflow`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../runtime/contract/version.ts';
import { readProjectFacts, type ProjectFacts } from '../program/project-facts.ts';
import type { FileEdit } from '../program/proposed-edits.ts';
import { compileFiles, type CompiledFile } from './compile-files.ts';
import { rewriteManifest } from './rewrite-manifest.ts';
import { rewriteSettings } from './rewrite-settings.ts';
import { type Difference, rewriteSource } from './rewrite-source.ts';

/** All that changes, and what does not by itself. */
export interface PlannedMove {
  project: ProjectFacts;
  edits: FileEdit[];
  differences: Difference[];
  /** The files with workflows and steps, as they compile after the edits. */
  files: CompiledFile[];
}

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const SETTINGS_FILE = /^\.env(?:\.[\w.-]+)?$/;
/** Folders of installed packages, of tools, and of what builds leave. */
const LEFT_OUT = /^(?:\..*|node_modules|dist|build|out|coverage)$/;
const PACKAGE = /['"](@workflow\/[\w-]+)/g;

/** Reads the project, and changes nothing. @throws `init_package_missing`, `init_package_invalid`. */
export async function planMove(rootDir: string): Promise<PlannedMove> {
  const project = readProjectFacts(rootDir);
  const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
  const sources = listFiles(rootDir).map((path) => ({ path, before: read(path) }));
  const rewritten = sources.map(({ path, before }) => {
    const { code, differences } = rewriteSource(path, before);
    return { path, before, after: code, differences };
  });
  const kept = new Set(rewritten.flatMap(({ after }) => [...after.matchAll(PACKAGE)].map(([, name]) => name!)));
  const { packageManager } = project;
  const manifest = read('package.json');
  const isInstalled = installedVersion(rootDir) === VERSION;
  const settings = readdirSync(rootDir).filter((name) => SETTINGS_FILE.test(name));
  const edits: FileEdit[] = [
    { path: 'package.json', before: manifest, after: rewriteManifest(manifest, { kept, isInstalled, packageManager }) },
    ...settings.map((path) => ({ path, before: read(path), after: rewriteSettings(read(path)) })),
    ...rewritten.map(({ path, before, after }) => ({ path, before, after })),
  ];
  return {
    project,
    edits: edits.filter(({ before, after }) => before !== after),
    differences: rewritten.flatMap(({ differences }) => differences),
    files: compileFiles(
      rootDir,
      rewritten.map(({ path, after }) => ({ path, code: after })),
    ),
  };
}

/** Sources below the root, in order: tests and components too. */
function listFiles(rootDir: string, dir = ''): string[] {
  return readdirSync(join(rootDir, dir), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = dir === '' ? entry.name : `${dir}/${entry.name}`;
      if (entry.isDirectory()) return LEFT_OUT.test(entry.name) ? [] : listFiles(rootDir, path);
      return entry.isFile() && SOURCE.test(entry.name) ? [path] : [];
    });
}

function installedVersion(rootDir: string): string | null {
  const file = join(rootDir, 'node_modules/workflow/package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null;
}
