/** A worker whose environment names its store and its keys. */
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions } from '../runtime/build-from-functions.ts';
import { KEYS_CODE } from './keys-code.ts';

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(KEYS_CODE));
await getWorld().start();
process.send!('ready');
