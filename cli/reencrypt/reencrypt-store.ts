/** Goes through a store until all its values have the form that new values get. */
import type { ReencryptedValues } from '../../runtime/entries/runtime.ts';
import { chooseStore } from '../program/chosen-store.ts';
import type { GivenArguments } from '../program/command.ts';

/** After so many times through the store, another process still writes values in another form. */
const PASSES_MAX = 5;

/**
 * Returns 1 when values are left that have another form.
 * @throws `encryption_keys_missing`, `encryption_keys_invalid`, `world_store_missing`.
 */
export async function reencryptStore(given: GivenArguments): Promise<number> {
  const store = chooseStore(given);
  const { getWorld } = await import('../../runtime/entries/runtime.ts');
  const world = getWorld();
  try {
    return report(
      store,
      await untilNothingIsLeft(() => world.reencrypt({ trustsPlain: given.options.has('trust-plain') })),
    );
  } finally {
    await world.close();
  }
}

/** All that was rewritten, and what the last time through the store found. */
interface Summary extends ReencryptedValues {
  /** Rewritten by the last pass: it should have found nothing more. */
  last: number;
}

async function untilNothingIsLeft(pass: () => Promise<ReencryptedValues>): Promise<Summary> {
  let rewritten = 0;
  for (let passes = 1; ; passes += 1) {
    const found = await pass();
    rewritten += found.rewritten;
    if (found.rewritten === 0 || passes === PASSES_MAX) return { ...found, rewritten, last: found.rewritten };
  }
}

function report(store: string, summary: Summary): number {
  const { runs, rewritten, last, unreadable, keyId, otherKeyIds, isNoted } = summary;
  const form = keyId === null ? 'plain' : `encrypted with "${keyId}"`;
  console.log(`Values rewritten: ${rewritten}, in ${runs} runs of the store in ${store}. They are ${form} now.`);
  for (const [id, count] of unreadable) {
    const why = id === '' ? 'they are plain; see value_altered' : `this process cannot read them with a key "${id}"`;
    console.log(`Values that stay as they are: ${count}, because ${why}.`);
  }
  if (last > 0) {
    console.log(
      'Other processes still write in another form: put the same key in front for all of them, and repeat it.',
    );
    return 1;
  }
  if (isNoted) console.log('The store takes no plain values from now on.');
  const done = otherKeyIds.filter((id) => !unreadable.has(id)).map((id) => `"${id}"`);
  if (done.length > 0) console.log(`No value needs ${done.join(', ')} any more. Processes that write with it would.`);
  return unreadable.size > 0 ? 1 : 0;
}
