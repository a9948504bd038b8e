/** A worker that executes `zombie-code.ts`. Its environment names the store and the lease. */
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions } from '../runtime/build-from-functions.ts';
import { ZOMBIE_CODE } from './zombie-code.ts';

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(ZOMBIE_CODE));
await getWorld().start();
