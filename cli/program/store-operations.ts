/** The operations on the store that a command works on, or of an application. */
import { userInfo } from 'node:os';
import type { Operations } from '../../runtime/entries/operations.ts';
import { chooseStore } from './chosen-store.ts';
import type { GivenArguments } from './command.ts';
import { namesApplication, readApplication } from './remote-application.ts';

/**
 * Opens the store that the options or the environment name, and closes it at the end. This process works on no run.
 * With `--url` it opens none, and asks the application.
 * @throws `cli_option_invalid`, `cli_url_invalid`, `cli_token_missing`, `world_store_missing`, and whatever `work`
 * throws.
 */
export async function withOperations(
  given: GivenArguments,
  work: (operations: Operations) => Promise<number>,
): Promise<number> {
  // The reader of a pipe may leave at any moment: `workflow runs | head`.
  process.stdout.on('error', endQuietly);
  if (namesApplication(given)) {
    const application = await readApplication(given);
    const { createRemoteOperations } = await import('../../runtime/entries/operations.ts');
    return await work(createRemoteOperations(application));
  }
  chooseStore(given);
  // The runtime reads its settings from the environment alone.
  process.env['WORKFLOW_ROLE'] = 'producer';
  const { actAs, localOperations } = await import('../../runtime/entries/operations.ts');
  const { getWorld } = await import('../../runtime/entries/runtime.ts');
  try {
    return await actAs(nameOfUser(), () => work(localOperations));
  } finally {
    await getWorld().close();
  }
}

/** Whom journals name. A container may run as a user whom the system does not know. */
function nameOfUser(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return 'cli';
  }
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  // oxlint-disable-next-line unicorn/no-process-exit -- nobody reads on, and a list that follows would never end
  process.exit(0);
}
