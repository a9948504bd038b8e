/**
 * The databases of one store, in their order. Each knows its number and the set that it belongs to, so a list in
 * another order, or of other databases, is refused. They keep it where bundles are kept, under a name that no bundle
 * has.
 */
import { createHash } from 'node:crypto';
import type { BuildId } from '../../contract/ids.ts';
import { worldError } from '../messages.ts';
import type { World } from '../world.ts';

const NAME = 'workflow_databases' as BuildId;

/** A database says this of itself. */
interface Membership {
  /** The same for all databases of a set. */
  set: string;
  number: number;
  /** How many databases share the notes of keys and tokens; see {@link joinDatabases}. */
  homes: number;
}

/**
 * Makes databases a set, or finds that they are one, perhaps with new ones at the end.
 * @returns How many of them, from the first on, share keys and tokens: as many as there were when the set was made; one
 *   if that already had runs. It never changes, because two databases must not answer for one key.
 * @throws `world_databases_mixed`.
 */
export async function joinDatabases(worlds: readonly World[]): Promise<number> {
  const [first] = worlds;
  const set = createHash('sha256')
    .update(await first!.readSecret())
    .digest('hex')
    .slice(0, 16);
  // All are looked at before any is written: a mistake in the list changes nothing.
  const found = await Promise.all(worlds.map(read));
  for (const [number, known] of found.entries()) await assertPlace(worlds[number]!, { set, number, known });
  const homes = found[0]?.homes ?? ((await hasRuns(first!)) ? 1 : worlds.length);
  for (const [number, world] of worlds.entries()) if (!found[number]) await join(world, { set, number, homes });
  // Others may have made it a set at the same time.
  const made = (await read(first!))!.homes;
  if (made > worlds.length)
    throw mixed(worlds.length, `the list has ${worlds.length}, and the set has at least ${made}`);
  return made;
}

/** Whether a database shares its runs with others, or did. */
export const isInSet = async (world: World): Promise<boolean> => (await read(world)) !== null;

async function assertPlace(
  world: World,
  { set, number, known }: { set: string; number: number; known: Membership | null },
): Promise<void> {
  if (!known && number > 0 && (await hasRuns(world))) throw mixed(number, 'it has runs of its own');
  if (known && known.set !== set) throw mixed(number, 'it belongs to another set');
  if (known && known.number !== number) throw mixed(number, `its place is number ${known.number + 1}`);
}

async function join(world: World, wanted: Membership): Promise<void> {
  await world.saveBundle({ buildId: NAME, code: JSON.stringify(wanted), map: null });
  const { set, number } = wanted;
  await assertPlace(world, { set, number, known: await read(world) });
}

async function read(world: World): Promise<Membership | null> {
  const saved = await world.loadBundle(NAME);
  return saved && (JSON.parse(saved.code) as Membership);
}

const hasRuns = async (world: World): Promise<boolean> => (await world.listRuns({ limit: 1 })).runs.length > 0;

const mixed = (number: number, detail: string) => worldError('world_databases_mixed', { number: number + 1, detail });
