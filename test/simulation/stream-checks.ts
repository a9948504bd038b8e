/** Promise 8: what was written is in their streams once, in order, and readers get it so. */
import { isDeepStrictEqual } from 'node:util';
import { decodeValue } from '../../runtime/host-values/host-codec.ts';
import type { Chunk, World } from '../../runtime/world/world.ts';
import { opOf } from './journal-facts.ts';
import { chunkOf } from './program.ts';
import type { RunModel, StoreModel } from './store-model.ts';
import type { StreamModel } from './stream-model.ts';

const textOf = (chunk: Chunk): string => decodeValue(chunk as string) as string;

/** The streams are what their writers were told that they are. */
export async function findStoredProblems(world: World, { runId, streams }: RunModel): Promise<string[]> {
  const problems: string[] = [];
  for (const name of new Set([...streams.keys(), ...(await world.listStreams(runId)).map(({ stream }) => stream)])) {
    const { chunks } = await world.readChunks(runId, name, 0, Infinity);
    if (!isDeepStrictEqual(chunks, streams.get(name)?.chunks ?? []))
      problems.push(`has something else in its stream "${name}"`);
  }
  return problems;
}

/** Every completed step has written what its last attempt wrote, and nothing of earlier ones is left. */
export function findWriteProblems(run: RunModel): string[] {
  const problems: string[] = [];
  for (const asked of run.journal.filter((event) => event.type === 'step_created')) {
    const { id, writes } = opOf(asked);
    const end = run.journal.find((event) => event.type === 'step_completed' && event.call === asked.call);
    if (!writes || end?.type !== 'step_completed') continue;
    const expected = Array.from({ length: writes.chunks }, (_, index) => chunkOf(id, end.attempt, index)).join();
    const found = chunksOf(run, id).join();
    if (found !== expected) problems.push(`${id} wrote ${expected}, its stream has ${found}`);
  }
  return problems;
}

/** All that is in streams, in order, by the op that wrote it. */
export function chunksById({ runs }: StoreModel): Map<string, string[]> {
  const byId = new Map<string, string[]>();
  for (const { streams } of runs.values()) {
    for (const chunk of [...streams.values()].flatMap(({ chunks }) => chunks)) {
      if (chunk === null) continue;
      const text = textOf(chunk);
      const id = text.slice(0, text.indexOf('#'));
      byId.set(id, [...(byId.get(id) ?? []), text]);
    }
  }
  return byId;
}

function chunksOf({ streams }: RunModel, id: string): string[] {
  const all = [...streams.values()].flatMap(({ chunks }) => chunks).filter((chunk) => chunk !== null);
  return all.map(textOf).filter((text) => text.startsWith(`${id}#`));
}

/** Chunks of an earlier attempt may be read before they are dropped; no chunk is read twice, or missed. */
export function findReadProblem(stream: StreamModel | undefined, from: number, read: readonly Chunk[]): string | null {
  const all = (stream?.chunks ?? []).map((chunk) => (chunk === null ? null : textOf(chunk)));
  const got = read.map(textOf);
  if (new Set(got).size < got.length) return 'got something twice';
  const kept = got.filter((text) => all.includes(text));
  const expected = all.slice(from).filter((text) => text !== null);
  return kept.join() === expected.join() ? null : 'missed something';
}
