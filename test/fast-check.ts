/**
 * fast-check, as all tests import it: with one seed, so that a change fails only by what it has changed. `NEW_SEEDS=1`
 * tries a new seed at each run.
 */
import { configureGlobal } from 'fast-check';

if (process.env['NEW_SEEDS'] !== '1') configureGlobal({ seed: 1 });

export * from 'fast-check';
