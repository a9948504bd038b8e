/** The secret that signs requests to an application. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { parseSecrets } from '../../runtime/contract/request-secrets.ts';
import { createWorld } from '../../runtime/entries/runtime.ts';
import type { GivenArguments } from './command.ts';
import { cliError } from './messages.ts';
import { readDataDir } from './project-options.ts';

/** `WORKFLOW_SECRET`, or that of the store that `--data-dir` or the environment names. @throws `cli_secret_missing`. */
export async function findSecret(given: GivenArguments): Promise<string> {
  const [secret] = parseSecrets(process.env['WORKFLOW_SECRET'] ?? '');
  if (secret !== undefined && !given.options.has('data-dir')) return secret;
  const dataDir = readDataDir(given);
  const world = await createWorld({ kind: 'sqlite', dataDir });
  try {
    await world.open({ creates: false });
    return await world.readSecret();
  } catch (error) {
    if (WorkflowError.is(error) && error.code === 'world_store_missing')
      throw cliError('cli_secret_missing', { dataDir });
    throw error;
  } finally {
    await world.close();
  }
}
