import { expect, test } from 'vitest';
import { type EditorFacts, runsServer } from './choose-server.ts';

const WITH_TSSERVER: EditorFacts = { setting: 'auto', usesNative: false, hasTsserver: true };

test.each<[story: string, facts: Partial<EditorFacts>, runs: boolean]>([
  ['stays off where tsserver runs the plugin', {}, false],
  ['runs where VS Code shows types with TypeScript 7', { usesNative: true }, true],
  ['runs where the extension with tsserver is disabled', { hasTsserver: false }, true],
  ['runs when the user says so', { setting: 'on' }, true],
  ['stays off when the user says so', { setting: 'off', usesNative: true, hasTsserver: false }, false],
])('the language server %s', (_, facts, runs) => {
  expect(runsServer({ ...WITH_TSSERVER, ...facts })).toBe(runs);
});
