import { checkStore as checkWorld, type StoreProblem } from '../observe/store-invariants.ts';
import { getRuntime } from './runtime.ts';

/**
 * Checks the whole store of this process and returns what is wrong in it, which should be nothing. It changes nothing
 * and can run beside workers.
 */
export async function checkStore(): Promise<StoreProblem[]> {
  const { world } = await getRuntime().connect();
  return await checkWorld(world);
}
