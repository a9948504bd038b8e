import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBuilder } from '../../compiler/build/builder.ts';
import { builderOf } from './project-builder.ts';
import { CHARGE, NOTIFY, ORDER, ORDER_GRAPH, SHOP } from './shop-project.ts';
import { createTempProject } from './temp-project.ts';

describe('what a build writes', () => {
  test('holds every file that a server needs', async () => {
    const project = await createTempProject(SHOP);
    const result = await builderOf(project).build();
    const names = ['steps.mjs.map', 'steps.mjs', 'workflows.mjs', 'webhook.mjs', 'manifest.json'];
    expect(result.files).toEqual(names.map((name) => project.path(`.workflow/${name}`)));
    expect(result.changed).toBe(true);
    expect((await readdir(project.path('.workflow'))).sort()).toEqual([...names].sort());
  });

  test('lists workflows and steps by file, also those outside the folders that are looked through', async () => {
    const project = await createTempProject(SHOP);
    const { buildId, manifest } = await builderOf(project).build();
    const contract = (place: string, names: string[]) => {
      const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
      return { place, parameters: names.map((name) => ({ name })), code: digest, body: digest };
    };
    const expected: object = {
      version: '1',
      buildId,
      workflows: {
        'workflows/order.ts': {
          order: { workflowId: ORDER, graph: ORDER_GRAPH, ...contract('workflows/order.ts:4', ['prices']) },
        },
      },
      steps: {
        'lib/payment.ts': {
          charge: { stepId: CHARGE, ...contract('lib/payment.ts:3', ['amount']) },
          notify: { stepId: NOTIFY, ...contract('lib/payment.ts:8', ['text']) },
        },
      },
      classes: {},
    };
    expect(manifest).toEqual(expected);
    expect(JSON.parse(await project.read('.workflow/manifest.json'))).toEqual(expected);
  });

  test.each([
    ['of its own package.json', { 'package.json': '{ "name": "@acme/shop" }' }, '', '@acme/shop'],
    [
      'of the next package.json above that has one',
      { 'package.json': '{ "name": "acme" }', 'app/package.json': '{}' },
      'app',
      'acme',
    ],
    ['that is no text', { 'package.json': '{ "name": 7 }', 'app/package.json': '{ "name": "" }' }, 'app', undefined],
  ] as const)('has the name %s', async (_, files, rootDir, name) => {
    const step = `export async function send() {\n  'use step';\n}\n`;
    const project = await createTempProject({ ...files, [join(rootDir, 'workflows/send.ts')]: step });
    const { manifest } = await createBuilder({ rootDir: project.path(rootDir), outDir: 'out' }).build();
    expect(manifest.project).toBe(name);
  });

  test('comes from the folders that it is told, without its own files and installed packages', async () => {
    const step = `export async function send() {\n  'use step';\n}\n`;
    const project = await createTempProject({
      'src/mail/send.ts': step,
      'src/node_modules/other/send.ts': step,
      'generated/old.ts': step,
      'elsewhere/send.ts': step,
    });
    const dirs = ['src', 'generated'];
    const { manifest } = await createBuilder({ rootDir: project.dir, dirs, outDir: 'generated' }).build();
    expect(Object.keys(manifest.steps)).toEqual(['src/mail/send.ts']);
  });

  test('has the same ids when the project is reached through a link', async () => {
    const project = await createTempProject(SHOP);
    const link = `${project.dir}-link`;
    await symlink(project.dir, link, 'dir');
    onTestFinished(() => rm(link));
    const direct = await builderOf(project).build();
    const linked = await createBuilder({ rootDir: link, outDir: `${link}/.linked` }).build();
    expect(linked.manifest).toEqual(direct.manifest);
    expect(linked.files).toContain(project.path('.linked/manifest.json'));
  });

  test('names the files that went in, so that a watcher knows what to look at', async () => {
    const project = await createTempProject(SHOP);
    const { inputs } = await builderOf(project).build();
    for (const name of Object.keys(SHOP)) expect(inputs).toContain(project.path(name));
    expect(inputs.filter((path) => path.includes('\0') || path.includes('/node_modules/'))).toEqual([]);
  });

  test('has a webhook handler that loads in a server', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const code = `import { handleWebhook } from './.workflow/webhook.mjs'; console.log(JSON.stringify(typeof handleWebhook))`;
    expect(await project.run(code)).toBe('function');
  });
});

describe('a second build', () => {
  test('writes nothing when nothing changed', async () => {
    const project = await createTempProject(SHOP);
    const builder = builderOf(project);
    const first = await builder.build();
    const before = await project.writtenAt('.workflow/workflows.mjs');
    const second = await builder.build();
    expect(second).toMatchObject({ files: [], changed: false, buildId: first.buildId });
    expect(await project.writtenAt('.workflow/workflows.mjs')).toBe(before);
  });

  test('keeps the build id, and with it all running workflows, when only a step changed', async () => {
    const project = await createTempProject(SHOP);
    const builder = builderOf(project);
    const first = await builder.build();
    await project.write({ 'lib/payment.ts': SHOP['lib/payment.ts'].replace('return text;', 'return `${text}!`;') });
    const second = await builder.build();
    expect(second.buildId).toBe(first.buildId);
    // The manifest has the digest of the step.
    const names = ['steps.mjs.map', 'steps.mjs', 'manifest.json'];
    expect(second.files).toEqual(names.map((name) => project.path(`.workflow/${name}`)));
  });

  test('has another build id when code of a workflow changed, also in what it imports', async () => {
    const project = await createTempProject(SHOP);
    const builder = builderOf(project);
    const first = await builder.build();
    await project.write({ 'lib/total.ts': SHOP['lib/total.ts'].replace(', 0)', ', 1)') });
    const second = await builder.build();
    expect(second.buildId).not.toBe(first.buildId);
    expect(second.files).not.toContain(project.path('.workflow/steps.mjs'));
  });

  test('leaves out a workflow whose file is gone', async () => {
    const project = await createTempProject({ ...SHOP, 'workflows/more.ts': SHOP['workflows/order.ts'] });
    const builder = builderOf(project);
    const first = await builder.build();
    expect(Object.keys(first.manifest.workflows)).toEqual(['workflows/more.ts', 'workflows/order.ts']);
    await project.remove('workflows/more.ts');
    const second = await builder.build();
    expect(Object.keys(second.manifest.workflows)).toEqual(['workflows/order.ts']);
  });

  test('waits for the first when both are asked for at once', async () => {
    const project = await createTempProject(SHOP);
    const builder = builderOf(project);
    const [first, second] = await Promise.all([builder.build(), builder.build()]);
    expect([first.changed, second.changed]).toEqual([true, false]);
  });

  test('leaves the last good files in place when it fails', async () => {
    const project = await createTempProject(SHOP);
    const builder = builderOf(project);
    await builder.build();
    const good = await project.read('.workflow/workflows.mjs');
    await project.write({ 'workflows/order.ts': 'export async function order() { "use workflow"; return }}' });
    await expect(builder.build()).rejects.toThrow('compile_syntax_invalid');
    expect(await project.read('.workflow/workflows.mjs')).toBe(good);
  });
});
