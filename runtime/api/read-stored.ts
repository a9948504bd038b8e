import { StoredLists } from '../steps/stored-lists.ts';
import type { Payload } from '../journal/events.ts';
import type { ReadStored } from '../values/codec.ts';
import { findStoredReferences } from '../values/stored-values.ts';
import type { World } from '../world/world.ts';

/**
 * Reads the stored values that payloads refer to, so that the payloads can be decoded.
 * @throws `value_stored_missing`.
 */
export function readStoredOf(world: World, payloads: readonly Payload[]): Promise<ReadStored> {
  const references = payloads.flatMap((payload) => findStoredReferences(payload));
  return new StoredLists(world).load(references, (request) => request());
}
