/** Features that Nuxt adds to Nitro: layers, and names for folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/contract/build.ts';
import { AppClient } from '../app-client.ts';
import { InstalledProject } from '../installed-project.ts';
import { serve } from '../server-command.ts';
import { findFreePort } from '../server-process.ts';
import { nuxt } from './nuxt.ts';

const LIMIT_MS = 600_000;
const LAYER_FILE = 'layers/base/workflows/layered.ts';
const FILES = {
  'layers/base/nuxt.config.ts': 'export default defineNuxtConfig({});',
  [LAYER_FILE]: `
    import { exclaim } from '~/exclaim';
    import { shout } from '#shared/shout';
    export async function layered(name: string) { 'use workflow'; return exclaim(await say(name)); }
    async function say(name: string) { 'use step'; return shout(exclaim(name)); }`,
  'app/exclaim.ts': 'export const exclaim = (text: string) => `${text}!`;',
  'shared/shout.ts': 'export const shout = (text: string) => text.toUpperCase();',
};

describe('a Nuxt application with a layer', { timeout: LIMIT_MS }, () => {
  let project: InstalledProject;
  beforeAll(async () => {
    project = await InstalledProject.create(nuxt);
    for (const [file, content] of Object.entries(FILES)) await project.write(file, content);
    const { ok, output } = await project.run(nuxt.build);
    if (!ok) throw new Error(output);
  }, LIMIT_MS);
  afterAll(() => project?.remove(), LIMIT_MS);

  test('has the workflows of the layer, in which folder aliases work', async () => {
    const { workflows } = JSON.parse(await project.read('.nuxt/workflow/manifest.json')) as Manifest;
    const id = workflows[LAYER_FILE]!['layered']!.workflowId;
    const dir = mkdtempSync(join(tmpdir(), 'workflow-output-'));
    await rename(project.path('.output'), join(dir, '.output'));
    const port = await findFreePort();
    const effectsFile = join(dir, 'effects.jsonl');
    const server = serve({ command: nuxt.production.serve(port), dir, port, effectsFile });
    try {
      await server.start();
      const client = new AppClient({ url: server.url, effectsFile });
      expect(await client.result(await client.startById(id, 'Ann'))).toBe('ANN!!');
    } finally {
      await server.end('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    }
  });

  test('has the editor plugin in the TypeScript settings that Nuxt generates', async () => {
    const settings = JSON.parse(await project.read('.nuxt/tsconfig.server.json')) as {
      compilerOptions: { plugins?: { name: string }[] };
    };
    expect(settings.compilerOptions.plugins).toContainEqual({ name: 'workflow' });
  });
});
