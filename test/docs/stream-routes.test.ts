/** The routes of docs/streams.md are those with which each framework is restarted under load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../style/source-files.ts';
import { readDocument } from './documents.ts';
import { codeBlocksOf } from './markdown.ts';

const FRAMEWORKS = 'test/frameworks';

const read = (file: string): string => readFileSync(join(ROOT, FRAMEWORKS, file), 'utf8');

/** The TypeScript of the page, without the comment that names the file. */
const shown = codeBlocksOf(readDocument('docs/streams.md'))
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => text.replace(/^\/\/ .*\n/, '').trim());

test.each([
  'nitro/template/routes/runs/[id]/stream.get.ts',
  'nitro/template-3.0/routes/runs/[id]/stream.get.ts',
  'nitro/template-2/routes/runs/[id]/stream.get.ts',
  'next/template-whole/src/app/runs/[id]/stream/route.ts',
  'sveltekit/template/src/routes/runs/[id]/stream/+server.ts',
  'astro/template/src/pages/runs/[id]/stream.ts',
  'nest/template-express/src/streams.controller.ts',
  'nest/template-fastify/src/streams.controller.ts',
])('the page shows the route of %s', (file) => {
  expect(shown).toContain(read(file).trim());
});

test('on Nuxt the route is that of Nitro 2 without the import', () => {
  const nitro = read('nitro/template-2/routes/runs/[id]/stream.get.ts');
  expect(read('nuxt/template/server/routes/runs/[id]/stream.get.ts')).toBe(nitro.replace(/^.* from 'h3';\n/, ''));
});

test('the page shows parts of the other applications', () => {
  const applications = ['hono', 'express', 'fastify'].map((name) => read(`${name}/template/server.ts`));
  const lines = [...applications, read('app/app.ts')].map(withoutIndentation);
  const parts = shown.filter((text) => !/^(?:import|export) /m.test(text)).map(withoutIndentation);
  expect(parts.length).toBe(5);
  for (const part of parts) expect(lines.some((text) => text.includes(part))).toBe(true);
});

const withoutIndentation = (text: string): string => text.replaceAll(/^ +/gm, '');
