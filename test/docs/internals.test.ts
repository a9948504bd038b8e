/** The documents for contributors: short, dated, and true of the tree. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, ROOT } from '../style/source-files.ts';
import { DOCUMENTS, readDocument } from './documents.ts';
import { withoutCode } from './markdown.ts';

const ARCHITECTURE_BYTES_MAX = 15_000;
const FOR_CONTRIBUTORS = /^(?:ARCHITECTURE|AGENTS|CONTRIBUTING)\.md$|^docs\/internals\//;
const files = listFiles(/./).map(({ file }) => `/${file}`);

test('ARCHITECTURE.md can be read in one go', () => {
  expect(Buffer.byteLength(readDocument('ARCHITECTURE.md'))).toBeLessThanOrEqual(ARCHITECTURE_BYTES_MAX);
});

test.each(['runtime', 'compiler', 'ts-plugin'])('the map in ARCHITECTURE.md has every folder of %s', (folder) => {
  const [, section] = /## Map\n([\s\S]*?)\n## /.exec(readDocument('ARCHITECTURE.md'))!;
  const [, rooms] = new RegExp(`^${folder}/.*\\n((?: {2}.*\\n)+)`, 'm').exec(section!)!;
  const mapped = rooms!.match(/[a-z-]+\/(?= )/g)!.map((room) => room.slice(0, -1));
  const real = readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'explanations')
    .map(({ name }) => name);
  expect(real.filter((room) => !mapped.includes(room))).toEqual([]);
});

test('files that documents for contributors name are there', () => {
  const missing = DOCUMENTS.filter(({ file }) => FOR_CONTRIBUTORS.test(file)).flatMap(({ file, text }) =>
    [...withoutCode(text).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)]
      .map(([, name]) => name!)
      .filter((name) => !NOT_FILES_HERE.includes(name) && !files.some((path) => path.endsWith(`/${name}`)))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Files of builds, and names that stand for others. */
const NOT_FILES_HERE = [
  'x.test.ts',
  'boot.mjs',
  'workflows.mjs',
  'steps.mjs',
  'steps.bundle.mjs',
  'steps.apart.mjs',
  'webhook.mjs',
  'manifest-handler.mjs',
];

test('every decision begins with the day on which it was made', () => {
  const items = withoutCode(readDocument('docs/internals/decisions.md')).match(/^- .*/gm)!;
  expect(items.filter((item) => !/^- \d{4}-\d{2}-\d{2}: /.test(item))).toEqual([]);
});

test('a decision with a page of its own says when it was made', () => {
  const pages = DOCUMENTS.filter(({ file }) => file.startsWith('docs/internals/decisions-'));
  expect(pages.filter(({ text }) => !/\d{4}-\d{2}-\d{2}/.test(text)).map(({ file }) => file)).toEqual([]);
});
