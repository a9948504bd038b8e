/** One word per thing: a reader who has met a name knows it everywhere. */
import { expect, test } from 'vitest';
import ts from 'typescript-6';
import { listFiles, listModules } from './source-files.ts';

/** Types that are the same thing on both sides of a border that no import may cross. */
const TWINS: readonly string[] = [];

/** Words with one meaning, and the only places whose identifiers have them: ARCHITECTURE.md says what they mean. */
const WORDS: Record<string, RegExp> = {
  // A try of a step call. Whatever else is tried again has tries.
  attempt: /^(?:agent|cli\/(?:compare|runs)|dashboard|runtime|ts-plugin\/analysis)\//,
  // Workflow code that runs until it waits; in agents only names that were published.
  turn: /^runtime\/(?:api|contract\/turn-watch|engine|replay|worker)\b|^agent\/(?:entries\/testing|explanations\/\w+|testing\/\w+)\.ts$/,
};

test.each(Object.entries(WORDS))('the word "%s" means the same in every identifier', (word, places) => {
  const elsewhere = listModules()
    .filter(({ file }) => !places.test(file))
    .flatMap(({ file, text }) => identifiersWith(word, text).map((name) => `${file}: ${name}`));
  expect(elsewhere).toEqual([]);
});

test('no type is called just "Place": a place in a source is a position, and a queue has places of its own', () => {
  const bare = listModules().filter(({ text }) => /\b(?:interface|type|class) Place\b/.test(text));
  expect(bare.map(({ file }) => file)).toEqual([]);
});

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

function identifiersWith(word: string, text: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      if (wordsOf(node.text).includes(word)) found.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest));
  return [...found];
}

/** `#openTurns` → `open`, `turn` */
function wordsOf(identifier: string): string[] {
  return identifier.split(/[#_]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, ''));
}
