import { checkStore as checkWorld, type StoreProblem } from '../observe/store-invariants.ts';
import { getRuntime } from './runtime.ts';

/**
 * Reads the whole store of this process and says what is wrong in it, which should be nothing; nothing is changed. May run
 * beside workers.
 */
export async function checkStore(): Promise<StoreProblem[]> {
  const { world } = await getRuntime().connect();
  return await checkWorld(world);
}
