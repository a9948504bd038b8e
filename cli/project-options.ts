/** Options that several commands have, and what they mean. */
import { type ProjectFolders, readFolders } from '../integrations/server/options.ts';
import type { CommandOption, GivenArguments } from './command.ts';
import { cliError } from './messages.ts';

export const FOLDER_OPTIONS = {
  root: { value: '<folder>', help: 'root of the project (default: the nearest folder with a package.json)' },
  'out-dir': { value: '<folder>', help: 'folder of the build, from the root (default: .workflow)' },
} satisfies Record<string, CommandOption>;

export const DIRS_OPTION = {
  dirs: { value: '<folder,…>', help: 'folders with workflows and steps, from the root (default: workflows)' },
} satisfies Record<string, CommandOption>;

/** @throws `integration_folder_missing`. */
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

/** A whole number in a range; `null`: it was not given. @throws `cli_option_invalid`. */
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
