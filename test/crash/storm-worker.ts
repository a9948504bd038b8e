/**
 * A worker process of a storm. Started by `worker-fleet.ts`; the environment names the store, the lease and the ledger.
 */
import { flushCompileCache } from 'node:module';
import { getRuntime } from '../../runtime/api/runtime.ts';
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions } from '../runtime/build-from-functions.ts';
import { toStormCode } from './storm-code.ts';
import { watchVitalSigns } from './vital-signs.ts';

await registerBuild(buildFromFunctions(toStormCode(process.env['LEDGER']!)));
await getWorld().start();
process.send!('ready');
if (globalThis.gc) {
  const { memory } = await getRuntime().connect();
  const look = watchVitalSigns(memory);
  process.on('message', () => process.send!(look()));
}
// Now, because this process will not live to do it when it ends: the next one starts in a third of the time.
flushCompileCache();
// A storm that was broken off leaves no workers behind.
process.once('disconnect', () => process.exit());
