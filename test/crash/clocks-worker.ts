/** A worker that executes `clocks-code.ts`. Its environment names the store and the lease. */
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions } from '../runtime/build-from-functions.ts';
import { CLOCKS_CODE } from './clocks-code.ts';

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(CLOCKS_CODE));
await getWorld().start();
process.send!('ready');
