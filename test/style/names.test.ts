/** One word per thing: a reader who has met a name knows it everywhere. */
import { expect, test } from 'vitest';
import { listFiles, listModules } from './source-files.ts';

/** Types that are the same thing on both sides of a border that no import may cross. */
const TWINS: readonly string[] = [];

test('no two modules export types or classes of one name', () => {
  const owners = new Map<string, string[]>();
  for (const { file, text } of listModules()) {
    for (const [, name] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)) {
      owners.set(name!, [...new Set([...(owners.get(name!) ?? []), file])]);
    }
  }
  const shared = [...owners].filter(([name, files]) => files.length > 1 && !TWINS.includes(name));
  expect(Object.fromEntries(shared)).toEqual({});
});

test('every file says what it holds', () => {
  const vague = listFiles(/(?:^|\/)(?:utils?|helpers?|common|misc|types|shared|lib)\.(?:ts|tsx|js|mjs)$/);
  expect(vague.map(({ file }) => file)).toEqual([]);
});
