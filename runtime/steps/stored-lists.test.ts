import { expect, it } from 'vitest';
import type { RunId } from '../contract/ids.ts';
import type { ChunkPage, World } from '../world/world.ts';
import { StoredLists } from './stored-lists.ts';

interface Asked {
  stream: string;
  from: number;
  limit: number;
}

/** A store in which each list holds its own indexes as texts, of a given length; it notes what it is asked. */
function makeStore(lengthOfText = 1): { asked: Asked[]; world: Pick<World, 'readChunks'> } {
  const asked: Asked[] = [];
  const readChunks = async (_: string, stream: string, from: number, limit: number): Promise<ChunkPage> => {
    asked.push({ stream, from, limit });
    const chunks = Array.from({ length: limit }, (__, i) => String(from + i).padStart(lengthOfText, ' '));
    return { chunks, nextIndex: from + limit, closed: false };
  };
  return { asked, world: { readChunks } };
}

const refer = (indexes: string, stream = '$list:a') => ({ run: 'wrun_1', stream, indexes });
const ask = <T>(request: () => Promise<T>): Promise<T> => request();

it('reads of a list that grows only what is new, in the order in which it is referred to', async () => {
  const { asked, world } = makeStore();
  const lists = new StoredLists(world);
  const first = refer('0-2');
  expect((await lists.load([first], ask))(first)).toEqual(['0', '1', '2']);
  const later = refer('4,0-3');
  expect((await lists.load([first, later], ask))(later)).toEqual(['4', '0', '1', '2', '3']);
  await lists.load([later], ask);
  expect(asked).toEqual([
    { stream: '$list:a', from: 0, limit: 3 },
    { stream: '$list:a', from: 4, limit: 1 },
    { stream: '$list:a', from: 3, limit: 1 },
  ]);
});

it('reads nothing of what was added here', async () => {
  const { asked, world } = makeStore();
  const lists = new StoredLists(world);
  lists.add('wrun_1' as RunId, { stream: '$list:a', first: 0, texts: ['0', '1'] });
  lists.add('wrun_1' as RunId, { stream: '$list:a', first: 2, texts: ['2'] });
  expect((await lists.load([refer('0-2')], ask))(refer('0-2'))).toEqual(['0', '1', '2']);
  expect(asked).toEqual([]);
  await lists.load([refer('2-3')], ask);
  expect(asked).toEqual([{ stream: '$list:a', from: 3, limit: 1 }]);
});

it('reads long lists in several requests, and keeps lists apart', async () => {
  const { asked, world } = makeStore();
  const [one, other] = [refer('0-999'), refer('5-6', '$list:b')];
  const read = await new StoredLists(world).load([one, other], ask);
  expect(read(one)).toEqual(Array.from({ length: 1_000 }, (_, i) => String(i)));
  expect(read(other)).toEqual(['5', '6']);
  expect(asked.map(({ limit }) => limit)).toEqual([256, 256, 256, 232, 2]);
});

it('lets go of the lists that were not used for long when there is too much, but gives what was asked for', async () => {
  const { asked, world } = makeStore(3_000_000);
  const lists = new StoredLists(world);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => refer('0', name)) as [Reference, Reference, Reference];
  await lists.load([a], ask);
  await lists.load([b], ask);
  await lists.load([a], ask);
  const read = await lists.load([c, b, a], ask);
  expect([a, b, c].map((list) => read(list)[0]!.length)).toEqual([3_000_000, 3_000_000, 3_000_000]);
  expect(asked.map(({ stream }) => stream)).toEqual(['a', 'b', 'c', 'b', 'a']);
  const big = refer('0-4', 'd');
  expect((await lists.load([big], ask))(big)).toHaveLength(5);
});

type Reference = ReturnType<typeof refer>;
