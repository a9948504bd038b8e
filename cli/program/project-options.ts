/** Options that several commands share, and how their values are read. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ProjectFolders, readFolders } from '../../integrations/server/options.ts';
import { findEntries } from '../../integrations/server/find-entries.ts';
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

/** The files with which the application begins. */
export const ENTRY_OPTION = {
  entry: {
    value: '<file,…>',
    help: 'files from which imports are followed, relative to the root (default: those in package.json)',
  },
} satisfies Record<string, CommandOption>;

const DEFAULT_DATA_DIR = '.workflow-data';

/** The folder of a store. */
export const DATA_DIR_OPTION = {
  'data-dir': { value: '<folder>', help: `folder of the store (default: WORKFLOW_DATA_DIR, or ${DEFAULT_DATA_DIR})` },
} satisfies Record<string, CommandOption>;

/** The options that name a store. */
export const STORE_OPTIONS = {
  ...DATA_DIR_OPTION,
  database: {
    value: '<url>',
    help: 'address of a store in PostgreSQL (default: the store that the environment names)',
  },
} satisfies Record<string, CommandOption>;

/** The options that name a store, or an application that serves the operations on its own. */
export const OPERATIONS_OPTIONS = {
  ...STORE_OPTIONS,
  url: { value: '<address>', help: 'asks this application, with the token in WORKFLOW_OPERATIONS_TOKEN' },
  'token-file': { value: '<file>', help: 'the file with the token, in place of WORKFLOW_OPERATIONS_TOKEN' },
} satisfies Record<string, CommandOption>;

/** Absolute path of the folder of the store that is meant. */
export function readDataDir({ options }: GivenArguments): string {
  return resolve(options.get('data-dir') ?? (process.env['WORKFLOW_DATA_DIR'] || DEFAULT_DATA_DIR));
}

/**
 * The folders that `--root`, `--out-dir` and `--dirs` name, and the files of `--entry`.
 * @throws `integration_folder_missing`, `cli_path_missing`.
 */
export function readProjectFolders({ options }: GivenArguments): ProjectFolders {
  const dirs = readList(options.get('dirs'));
  const rootDir = options.get('root');
  const outDir = options.get('out-dir');
  const folders = readFolders({
    ...(rootDir !== undefined && { rootDir }),
    ...(dirs !== undefined && { dirs }),
    ...(outDir !== undefined && { outDir }),
  });
  const entries = readList(options.get('entry'))?.map((file) => readRealPath(resolve(folders.rootDir, file)));
  return { ...folders, entries: entries ?? findEntries(folders.rootDir) };
}

const readList = (text: string | undefined): string[] | undefined => text?.split(',').filter((item) => item !== '');

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
