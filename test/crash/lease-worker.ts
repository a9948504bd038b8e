/** A worker that executes `lease-code.ts`. Its environment names the store and the lease. */
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions } from '../runtime/build-from-functions.ts';
import { LEASE_CODE } from './lease-code.ts';

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(LEASE_CODE));
await getWorld().start();
process.send!('ready');
