/** `workflow reencrypt`: brings all values of a store to the key that new values get. */
import type { CliCommand } from '../program/command.ts';
import { STORE_OPTIONS } from '../program/project-options.ts';

/** The command `reencrypt`. */
export const reencryptCommand: CliCommand = {
  name: 'reencrypt',
  summary: 'encrypts all values of a store with the first key of WORKFLOW_ENCRYPTION_KEYS',
  details:
    'All keys of the list decrypt. Servers may run meanwhile; all of them must have the first key in front already. ' +
    'It may be stopped and begun again.',
  options: {
    ...STORE_OPTIONS,
    'trust-plain': { help: 'encrypt plain values, too, that the store refuses: your own processes stored them' },
  },
  // Loaded late: no other command needs the store.
  run: async (given) => (await import('./reencrypt-store.ts')).reencryptStore(given),
};
