/** Opens a project on disk: its files, its TypeScript if it has one, and its settings. */
import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { isInstalled, listSourceFiles } from '../../../compiler/build/source-files.ts';
import type { WorkflowError } from '../../../runtime/contract/errors.ts';
import type { FileText, FileChanges } from '../project/host.ts';
import { Project } from '../project/project.ts';
import { analysisError } from '../settings/messages.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { AnalysisSettings } from '../settings/settings.ts';
import { DiskHost } from './disk-host.ts';
import { openTypes } from './open-types.ts';
import { configProblem, excludedBy, findConfig, readPluginEntry } from './tsconfig.ts';
import { listUnlisted } from './unlisted-files.ts';

/** The project to open. */
export interface ProjectOptions {
  /** Absolute. */
  rootDir: string;
  /** Path of the `tsconfig.json`, absolute or relative to the root. */
  tsconfig: string;
  /** The text of a file in an editor; `null`: the text on disk counts. Default: there is no editor. */
  openText?: (path: string) => FileText | null;
}

/** A project that follows its files. */
export interface OpenProject {
  project: Project;
  /** Version of the project's TypeScript; `null`: it has none, or one that is not supported. */
  typescript: string | null;
  /** Absolute path of the configuration; `null`: there is none, so every source below the root belongs to it. */
  tsconfig: string | null;
  settings: AnalysisSettings;
  /** Mistakes in the settings, and a configuration that cannot be read. */
  problems: readonly WorkflowError[];
  /** Whether the server of the project's TypeScript loads the plugin. */
  hasPlugin: boolean;
  /** Call it after every change, on disk or in an editor. */
  update(changes: FileChanges): Promise<void>;
  /** Ends the process of TypeScript 7. */
  close(): void;
}

/** Without a `tsconfig.json` or `jsconfig.json`, every source below the root belongs to the project. */
export async function openProject({ rootDir: givenRoot, tsconfig, openText }: ProjectOptions): Promise<OpenProject> {
  const rootDir = realpathSync(givenRoot);
  const config = findConfig(resolve(rootDir, tsconfig));
  const configs = config === null ? [] : [config];
  const looseFiles = config === null ? await listLooseFiles(rootDir) : [];
  const text = openText && { openText };
  const found = await openTypes({ rootDir, configs, looseFiles, ...text });
  const types = 'types' in found ? found : null;
  const isExcluded = config === null ? () => false : excludedBy(config);
  const listFiles = async (): Promise<readonly string[]> => {
    const listed = types?.files() ?? (await listLooseFiles(rootDir));
    return [...listed, ...listUnlisted({ rootDir, listed, isExcluded })];
  };
  let paths = await listFiles();
  let updates = 0;
  const entry = config === null ? undefined : readPluginEntry(config);
  const { settings, dirs, problems } = readSettings(entry);
  const host = new DiskHost({
    rootDir,
    files: () => paths,
    types: types?.types ?? null,
    stamp: () => String(updates),
    ...(dirs && { dirs: dirs.map((dir) => resolve(rootDir, dir)) }),
    ...text,
  });
  return {
    project: new Project(host),
    typescript: types?.typescript.version ?? null,
    tsconfig: config,
    settings,
    problems: [...problems, ...configProblems(rootDir, config)],
    hasPlugin: types?.typescript.kind === 'compiler' && entry !== undefined,
    async update(changes) {
      updates++;
      types?.update(changes);
      if (changes.created?.length || changes.deleted?.length || (config && changes.changed?.includes(config)))
        paths = await listFiles();
    },
    close: () => types?.close(),
  };
}

function configProblems(rootDir: string, config: string | null): WorkflowError[] {
  const reason = config && configProblem(config);
  return reason ? [analysisError('setting_tsconfig_broken', { reason: reason.replace(rootDir + sep, '') })] : [];
}

/** Output folders, which contain every directive once more. */
const OUTPUT_FOLDER = /[\\/](?:dist|build|out|coverage)[\\/]/;

/** Whether a file lies in a folder that tools write to, by the names that most of them use. */
export function isOutput(rootDir: string, path: string): boolean {
  return OUTPUT_FOLDER.test(path.slice(rootDir.length));
}

async function listLooseFiles(rootDir: string): Promise<string[]> {
  const paths = await listSourceFiles({ dirs: [rootDir], skipDir: '' });
  return paths.filter((path) => !isInstalled(path) && !isOutput(rootDir, path));
}
