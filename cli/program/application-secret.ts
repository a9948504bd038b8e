/** The secret that signs requests to an application. */
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { parseSecrets } from '../../runtime/contract/request-secrets.ts';
import { chooseStore, namesStore, withStore } from './chosen-store.ts';
import type { GivenArguments } from './command.ts';
import { cliError } from './messages.ts';

/** `WORKFLOW_SECRET`, or that of the store that the options or the environment name. @throws `cli_secret_missing`. */
export async function findSecret(given: GivenArguments): Promise<string> {
  const [secret] = parseSecrets(process.env['WORKFLOW_SECRET'] ?? '');
  if (secret !== undefined && !namesStore(given)) return secret;
  try {
    return await withStore(given, false, (world) => world.readSecret());
  } catch (error) {
    if (WorkflowError.is(error) && error.code === 'world_store_missing')
      throw cliError('cli_secret_missing', { store: chooseStore(given) });
    throw error;
  }
}
