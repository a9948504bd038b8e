import { build, type InlineConfig, type Plugin } from 'vite';
import { describe, expect, test } from 'vitest';
import { createTempProject, type TempProject } from '../../test/compiler-build/temp-project.ts';
import { workflowPlugin, type WorkflowSvelteKitOptions } from './sveltekit.ts';

/** The parts of SvelteKit's plugins that are read, with the options of version 3. */
function setupPlugin(project: TempProject): Plugin {
  const options = {
    outDir: project.path('.svelte-kit'),
    alias: {},
    files: { src: project.path('src') },
    paths: { base: '' },
  };
  return { name: 'vite-plugin-sveltekit-setup', api: { options } };
}

const inlineConfig = (project: TempProject, plugins: (Plugin | Plugin[])[]): InlineConfig => ({
  configFile: false,
  root: project.dir,
  logLevel: 'silent',
  plugins,
  build: { ssr: 'server.ts' },
});

describe('options', () => {
  test.each([
    [{ dirs: 'workflows' }, 'integration_option_invalid'],
    [{ outDir: 'build' }, 'integration_option_unknown'],
  ])('%j are refused at once', (options, code) => {
    expect(() => workflowPlugin(options as WorkflowSvelteKitOptions)).toThrow(expect.objectContaining({ code }));
  });

  test('folders in "dirs" must exist', async () => {
    const project = await createTempProject({ 'server.ts': '' });
    const plugins = [workflowPlugin({ dirs: ['flows'] }), setupPlugin(project)];
    await expect(build(inlineConfig(project, plugins))).rejects.toMatchObject({ code: 'integration_folder_missing' });
  });
});

test('a configuration without SvelteKit is refused with the line to add', async () => {
  const project = await createTempProject({ 'server.ts': '' });
  await expect(build(inlineConfig(project, [workflowPlugin()]))).rejects.toMatchObject({
    code: 'sveltekit_plugin_missing',
    message: expect.stringContaining('plugins: [workflowPlugin(), sveltekit()]'),
  });
});

test('an unsupported version of SvelteKit is refused, instead of built without the routes', async () => {
  const project = await createTempProject({ 'server.ts': 'export const server = 1;' });
  await expect(build(inlineConfig(project, [workflowPlugin(), setupPlugin(project)]))).rejects.toThrow(
    'This version of SvelteKit does not load "get_hooks of the generated server"',
  );
});

test('an error in a workflow file fails the build and names its place', async () => {
  const project = await createTempProject({
    'server.ts': '',
    'src/workflows/greeting.ts': `export function greet() { 'use workflow'; }`,
  });
  await expect(build(inlineConfig(project, [workflowPlugin(), setupPlugin(project)]))).rejects.toThrow(
    'src/workflows/greeting.ts:1:8: Workflow "greet" must be async',
  );
});
