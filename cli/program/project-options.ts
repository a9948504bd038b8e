/** Options that several commands share, and how their values are read. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ProjectFolders, readFolders } from '../../integrations/server/options.ts';
import { findProjectRoot } from '../../integrations/shared/project-root.ts';
import type { CliCommand, CommandOption, GivenArguments } from './command.ts';
import { cliError } from './messages.ts';

/** The folders of a project and of its build. */
export const FOLDER_OPTIONS = {
  root: { value: '<folder>', help: 'root of the project (default: the nearest folder with a package.json)' },
  'out-dir': { value: '<folder>', help: 'folder of the build, relative to the root (default: .workflow)' },
} satisfies Record<string, CommandOption>;

/** The folders that a build searches. */
export const DIRS_OPTION = {
  dirs: { value: '<folder,…>', help: 'folders with workflows and steps, relative to the root (default: workflows)' },
} satisfies Record<string, CommandOption>;

const DEFAULT_DATA_DIR = '.workflow-data';

/** The folder of a store. */
export const DATA_DIR_OPTION = {
  'data-dir': { value: '<folder>', help: `folder of the store (default: WORKFLOW_DATA_DIR, or ${DEFAULT_DATA_DIR})` },
} satisfies Record<string, CommandOption>;

/** Absolute path of the folder of the store that is meant. */
export function readDataDir({ options }: GivenArguments): string {
  return resolve(options.get('data-dir') ?? (process.env['WORKFLOW_DATA_DIR'] || DEFAULT_DATA_DIR));
}

/** The folders that `--root`, `--out-dir` and `--dirs` name. @throws `integration_folder_missing`. */
export function readProjectFolders({ options }: GivenArguments): ProjectFolders {
  const dirs = options
    .get('dirs')
    ?.split(',')
    .filter((dir) => dir !== '');
  const rootDir = options.get('root');
  const outDir = options.get('out-dir');
  return readFolders({
    ...(rootDir !== undefined && { rootDir }),
    ...(dirs !== undefined && { dirs }),
    ...(outDir !== undefined && { outDir }),
  });
}

/** Real path of the root of the project. @throws `cli_path_missing`. */
export function readRealRoot({ options }: GivenArguments): string {
  return readRealPath(options.get('root') ?? findProjectRoot());
}

/** Real path of a file or folder. @throws `cli_path_missing`. */
export function readRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw cliError('cli_path_missing', { path: resolve(path) }, error);
  }
}

/** The operand of a command that needs one. @throws `cli_argument_missing`. */
export function requireOperand({ operand }: GivenArguments, { name, operand: form = '' }: CliCommand): string {
  if (operand === null) throw cliError('cli_argument_missing', { command: name, form });
  return operand;
}

/** A whole number in a range; `null` when the option is left out. @throws `cli_option_invalid`. */
export function readNumber(
  { options }: GivenArguments,
  name: string,
  { min, max }: { min: number; max: number },
): number | null {
  const found = options.get(name);
  if (found === undefined) return null;
  const value = Number(found);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const expected = `a whole number from ${min} to ${max}`;
  throw cliError('cli_option_invalid', { option: `--${name}`, expected, found: `"${found}"` });
}
