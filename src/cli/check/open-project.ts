/** The project that is checked: its files, its TypeScript if it has one, and how strict it wants to be. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DiskHost } from '../../analysis/hosts/disk-host.ts';
import { readPluginEntry } from '../../analysis/hosts/tsconfig-entry.ts';
import { Project } from '../../analysis/project.ts';
import { readSettings } from '../../analysis/read-settings.ts';
import type { AnalysisSettings } from '../../analysis/settings.ts';
import { listSourceFiles } from '../../compiler/build/source-files.ts';
import type { WorkflowError } from '../../runtime/contract/errors.ts';

export interface ProjectOptions {
  /** Absolute. */
  rootDir: string;
  /** Path of the `tsconfig.json`, from the root. */
  tsconfig: string;
}

export interface OpenProject {
  project: Project;
  /** Version of the project's TypeScript. */
  typescript: string | null;
  settings: AnalysisSettings;
  /** What is wrong with the settings. */
  problems: readonly WorkflowError[];
  /** Looks at the disk again. @returns Absolute paths of all source files, sorted. */
  refresh(): Promise<readonly string[]>;
  close(): void;
}

export async function openProject({ rootDir: givenRoot, tsconfig }: ProjectOptions): Promise<OpenProject> {
  const rootDir = realpathSync(givenRoot);
  let paths: readonly string[] = [];
  const project = new Project(new DiskHost({ rootDir, files: () => paths }));
  const { settings, problems } = readSettings(readPluginEntry(resolve(rootDir, tsconfig)));
  return {
    project,
    typescript: null,
    settings,
    problems,
    async refresh() {
      paths = await listSourceFiles({ dirs: [rootDir], skipDir: join(rootDir, '.workflow') });
      return paths;
    },
    close: () => undefined,
  };
}
