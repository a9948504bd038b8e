/** The store that a command works on. */
import type { World } from '../../runtime/entries/runtime.ts';
import type { GivenArguments } from './command.ts';
import { cliError } from './messages.ts';
import { readDataDir } from './project-options.ts';

/** Whether the options name a store. Without them the environment does. */
export const namesStore = ({ options }: GivenArguments): boolean => options.has('database') || options.has('data-dir');

/**
 * Makes the store that the options name the one of this process: the runtime reads its settings from the environment
 * alone. @returns A name for the store that is meant. @throws `cli_option_invalid`.
 */
export function chooseStore(given: GivenArguments): string {
  const url = given.options.get('database');
  if (url !== undefined && given.options.has('data-dir'))
    throw cliError('cli_option_invalid', {
      option: '--data-dir',
      expected: 'left out beside --database',
      found: 'given',
    });
  if (url !== undefined) Object.assign(process.env, { WORKFLOW_WORLD: 'postgres', WORKFLOW_DATABASE_URL: url });
  if (given.options.has('data-dir'))
    Object.assign(process.env, { WORKFLOW_WORLD: 'sqlite', WORKFLOW_DATA_DIR: readDataDir(given) });
  switch (process.env['WORKFLOW_WORLD']) {
    case 'memory':
      throw cliError('cli_option_invalid', {
        option: 'WORKFLOW_WORLD',
        expected: 'sqlite or postgres',
        found: '"memory"',
      });
    case 'postgres':
      return 'the database';
    default:
      return readDataDir(given);
  }
}

/** Opens the store that is meant without its keys, and closes it at the end. @throws `cli_option_invalid`. */
export async function withStore<Result>(
  given: GivenArguments,
  creates: boolean,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  chooseStore(given);
  // Loaded late: commands that ask for nothing of it start at once.
  const { createWorld } = await import('../../runtime/entries/runtime.ts');
  const world = await createWorld();
  try {
    await world.open({ creates });
    return await work(world);
  } finally {
    await world.close();
  }
}
