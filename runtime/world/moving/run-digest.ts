/** By this one sees that two stores have the same run, and that an export has all of it. */
import { createHash } from 'node:crypto';
import type { RunPart, StoredRun, World } from '../world.ts';
import { toChunkJson } from './export-format.ts';
import { readParts } from './read-whole-run.ts';

/** The digest of one run, whatever the size of the parts that it comes in. */
export class RunDigest {
  readonly #hash = createHash('sha256');

  constructor({ record, ...rest }: StoredRun) {
    this.#add({ ...rest, record: { ...record, owner: null } });
  }

  add({ events, chunks: lists }: Pick<RunPart, 'events' | 'chunks'>): void {
    for (const event of events) this.#add(event);
    for (const { stream, from, chunks } of lists)
      for (const [i, chunk] of chunks.entries()) this.#add([stream, from + i, toChunkJson(chunk)]);
  }

  /** In hex. Nothing can be added afterwards. */
  finish(): string {
    return this.#hash.digest('hex');
  }

  #add(value: unknown): void {
    this.#hash.update(JSON.stringify(value, inOrder)).update('\n');
  }
}

/** Stores keep the fields of an object in different orders. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The digest of a run in a store. */
export async function digestOf(world: World, run: StoredRun): Promise<string> {
  const digest = new RunDigest(run);
  for await (const part of readParts(world, run)) digest.add(part);
  return digest.finish();
}
