import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InstalledProject } from '../installed-project.ts';
import { turbopack } from './next.ts';

/** Reads the configuration as `next build <dir>` does from another folder, and ends. */
const READER = `process.chdir('/');
const { default: read } = await import('./next.config.mjs');
await read('phase-production-build', { defaultConfig: {} });
`;

describe('a project with Next', () => {
  let project: InstalledProject;
  beforeAll(async () => {
    project = await InstalledProject.create(turbopack);
    await project.write('read-config.mjs', READER);
  }, 600_000);
  afterAll(() => project?.remove());

  test.each([
    [String.raw`'/((?!api|_next/static).*)'`, String.raw`"/((?!\\.well-known/workflow/|api|_next/static).*)"`],
    [
      String.raw`[{ source: '/((?!api).*)', missing: [{ type: 'header', key: 'x' }] }, '/admin']`,
      String.raw`["/((?!\\.well-known/workflow/|api).*)","/admin"]`,
    ],
    [`'/:path*'`, String.raw`"/((?!\\.well-known/workflow/).*)"`],
  ])('a proxy for %s also gets webhooks: the build suggests another matcher', async (matcher, instead) => {
    await project.write('proxy.ts', `export function proxy() {}\nexport const config = { matcher: ${matcher} };`);
    const { output } = await project.run({ script: 'read-config.mjs' });
    expect(output).toContain('"proxy.ts" also gets the requests to /.well-known/workflow/v1/');
    expect(output).toContain(`matcher: ${instead} }`);
  });

  test('a proxy without a matcher gets all requests: the build warns of it too', async () => {
    await project.write('proxy.ts', 'export default function proxy(): void {}');
    const { output } = await project.run({ script: 'read-config.mjs' });
    expect(output).toContain(String.raw`matcher: "/((?!\\.well-known/workflow/).*)" }`);
  });

  test.each([`'/admin/:path*'`, String.raw`['/((?!\\.well-known/workflow/|api).*)', '/api/:path*']`, 'computed()'])(
    'a proxy for %s gets no warning',
    async (matcher) => {
      await project.write('proxy.ts', `export function proxy() {}\nexport const config = { matcher: ${matcher} };`);
      const { ok, output } = await project.run({ script: 'read-config.mjs' });
      expect({ ok, isNamed: output.includes('proxy.ts') }).toEqual({ ok: true, isNamed: false });
    },
  );

  test('importing a workflow in browser code fails "next build" with the name of the file and a fix', async () => {
    await project.delete('proxy.ts');
    await project.write('app/layout.jsx', 'export default ({ children }) => <html><body>{children}</body></html>;');
    await project.write(
      'app/client/page.jsx',
      `'use client';
       import { greet } from '../../workflows/greeting.ts';
       export default () => <p>{greet.workflowId}</p>;`,
    );
    const { ok, output } = await project.run(turbopack.build);
    expect(ok).toBe(false);
    expect(output).toMatch(/"workflows\/greeting\.ts" holds workflows or steps, .* \[integration_next_target\]/);
  });

  test('a file that does not compile fails "next build" with its place and frame', async () => {
    await project.edit('workflows/greeting.ts', 'async function salute', 'function salute');
    const { ok, output } = await project.run(turbopack.build);
    expect(ok).toBe(false);
    expect(output).toContain('workflows/greeting.ts:8:1: Step "salute" must be async');
    expect(output).toMatch(/> +8 \| function salute\(/);
  });
});
