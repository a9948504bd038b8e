/** `workflow build`: writes the files that servers and workers load. */
import { relative } from 'node:path';
import type { ProjectFolders } from '../../integrations/server/options.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { describeManifest } from '../program/describe-manifest.ts';
import { cliError } from '../program/messages.ts';
import { DIRS_OPTION, ENTRY_OPTION, FOLDER_OPTIONS, readProjectFolders } from '../program/project-options.ts';
import { untilToldToEnd } from '../program/until-told-to-end.ts';

/** The command `build`. */
export const buildCommand: CliCommand = {
  name: 'build',
  summary: 'builds the workflows of a project, for `workflow worker` and servers with `skipBuild`',
  options: {
    ...DIRS_OPTION,
    ...ENTRY_OPTION,
    ...FOLDER_OPTIONS,
    watch: { help: 'builds again whenever a source changes' },
  },
  run: async (given) => (given.options.has('watch') ? await watch(given) : await buildOnce(given)),
};

async function buildOnce(given: GivenArguments): Promise<number> {
  const folders = readProjectFolders(given);
  const createProjectBuild = await loadCompiler();
  const { manifest, buildId } = await createProjectBuild(folders).buildOnce();
  const folder = relative(process.cwd(), folders.outDir) || '.';
  // The build in the folder is empty now, so nothing runs workflows that are gone.
  if (isEmpty(manifest)) throw noWorkflows(folders);
  console.log(`${describeManifest(manifest)} built into ${folder} (build ${buildId.slice(0, 12)})`);
  return 0;
}

const isEmpty = ({ workflows, steps }: Manifest): boolean =>
  Object.keys(workflows).length + Object.keys(steps).length === 0;

function noWorkflows({ rootDir, dirs, entries = [] }: ProjectFolders): Error {
  const names = (paths: readonly string[]): string => paths.map((path) => relative(rootDir, path)).join(', ') || 'none';
  return cliError('cli_workflows_missing', { rootDir, dirs: names(dirs), entries: names(entries) });
}

async function watch(given: GivenArguments): Promise<number> {
  const folders = readProjectFolders(given);
  const createProjectBuild = await loadCompiler();
  const build = createProjectBuild(folders);
  await build.watch();
  await untilToldToEnd();
  build.close();
  return 0;
}

/** Loaded late: without the compiler other commands start in half the time. */
const loadCompiler = async () => (await import('../../integrations/server/build-project.ts')).createProjectBuild;
