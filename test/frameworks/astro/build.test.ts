import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../framework.ts';
import { astro } from './astro.ts';
import { SiteProject } from './site-project.ts';

const GREETING = 'src/workflows/greeting.ts';

let project: SiteProject;
beforeAll(async () => {
  project = await SiteProject.create();
});
afterAll(() => project?.remove());

describe('a build fails with a fix', () => {
  test('for an error in a workflow file', async () => {
    await project.files.edit(GREETING, 'async function salute', 'function salute');
    const { ok, output } = await project.build({});
    await project.files.edit(GREETING, 'function salute', 'async function salute');
    expect(ok).toBe(false);
    expect(output).toContain(`${GREETING}:8:1: Step "salute" must be async because its result is stored.`);
    expect(output).toContain('Fix: add "async" [compile_function_sync]');
  });

  test('for a site without an adapter', async () => {
    const { ok, output } = await project.build({ adapter: null });
    expect(ok).toBe(false);
    expect(output).toContain('Fix: run "npx astro add node"');
    expect(output).toContain('[astro_adapter_missing]');
  });

  test('for an unsupported adapter', async () => {
    await project.files.write('old-server.mjs', `export const createExports = () => ({ handler() {} });`);
    const adapter = `{
      name: 'old',
      hooks: {
        'astro:config:done': ({ setAdapter }) => setAdapter({
          name: 'old',
          serverEntrypoint: new URL('./old-server.mjs', import.meta.url),
          exports: ['handler'],
          supportedAstroFeatures: { serverOutput: 'stable' },
        }),
      },
    }`;
    const { ok, output } = await project.build({ adapter });
    expect(ok).toBe(false);
    expect(output).toContain('The adapter "old" does not load "astro/app/entrypoint"');
    expect(output).toContain('[astro_adapter_unsupported]');
  });

  test.each([
    [`{ dirs: ['flows'] }`, '[integration_folder_missing]'],
    [`{ dirs: 'flows' }`, 'The option "dirs" must be a list of folders, but is "flows".'],
    [`{ folders: [] }`, 'There is no option "folders". Fix: remove it, or use one of: dirs'],
  ])('for the options %s', async (options, expected) => {
    const { ok, output } = await project.build({ options });
    expect(ok).toBe(false);
    expect(output).toContain(expected);
  });
});

test('a build prints warnings and continues', async () => {
  const file = 'src/workflows/nameless.ts';
  await project.files.write(
    file,
    `export async function nameless() { 'use workflow'; return await [async () => { 'use step'; return 1; }][0]!(); }`,
  );
  const { ok, output } = await project.build({});
  await project.files.delete(file);
  expect(output).toContain(file);
  expect(ok).toBe(true);
});

test('a build has the folders in "dirs" and what the site imports', async () => {
  await project.files.write('flows/only.ts', `export async function only() { 'use workflow'; return 1; }`);
  await project.files.write('src/workflows/unused.ts', `export async function unused() { 'use workflow'; return 1; }`);
  const { ok, output } = await project.build({ options: `{ dirs: ['flows'] }` });
  if (!ok) throw new Error(output);
  const manifest = JSON.parse(await project.files.read('node_modules/.astro/workflow/manifest.json'));
  await project.files.delete('src/workflows/unused.ts');
  expect(Object.keys(manifest.workflows)).toEqual(
    expect.arrayContaining(['flows/only.ts', 'src/workflows/numbers.ts']),
  );
  expect(Object.keys(manifest.workflows)).not.toContain('src/workflows/unused.ts');
});

describe('a step', () => {
  const SETTINGS = `import { GREETING, SIGNATURE } from 'astro:env/server';
import { punctuate } from '@/wording-rules.ts';
import { decorate } from '~decoration';
const ending = ' ' + SIGNATURE;
export async function greetBySettings() { 'use workflow'; return await settle(); }
async function settle() { 'use step'; return decorate(punctuate(GREETING)) + ending; }
`;
  const fields = `
    env: { schema: {
      GREETING: { context: 'server', access: 'public', type: 'string' },
      SIGNATURE: { context: 'server', access: 'secret', type: 'string' },
    } },
    vite: { resolve: { alias: { '~decoration': new URL('./src/decoration.ts', import.meta.url).pathname } } },`;
  beforeAll(async () => {
    await project.files.write('src/workflows/settings.ts', SETTINGS);
    await project.files.write('src/wording-rules.ts', `export const punctuate = (text: string) => text + '!';`);
    await project.files.write('src/decoration.ts', `export const decorate = (text: string) => '* ' + text;`);
    await project.files.write('.env', 'GREETING=Servus\nSIGNATURE=Ann\n');
    const tsconfig = JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] } } });
    await project.files.write('tsconfig.json', tsconfig);
  });

  /** Secrets are no part of a build. */
  const withSecret = (port: number): Command => {
    const command = astro.production.serve(port);
    return { ...command, env: { ...command.env, SIGNATURE: 'Ann' } };
  };

  test.each([
    ['production', () => project.buildServer({ fields }, withSecret)],
    ['development', () => project.developmentServer({ fields })],
  ])('may import settings of Astro and by aliases, in %s', async (_, createServer) => {
    const server = await createServer();
    await server.start();
    const id = 'workflow//./src/workflows/settings//greetBySettings';
    expect(await project.client.result(await project.client.startById(id))).toBe('* Servus! Ann');
  });
});
