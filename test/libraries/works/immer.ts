import { enableMapSet, enablePatches, produce, produceWithPatches } from 'immer';
import { echo } from '../echo.ts';

enableMapSet();
enablePatches();

export async function program() {
  'use workflow';
  const base = { list: [{ done: false }], seen: new Set([1]) };
  const next = produce(base, (draft) => {
    draft.list[0]!.done = true;
    draft.seen.add(2);
  });
  const [, patches] = produceWithPatches(base, (draft) => void draft.list.push({ done: true }));
  return [await echo(next), base, patches, Object.isFrozen(next)];
}
