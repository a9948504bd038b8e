import { symlink } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { describe, expect, test } from 'vitest';
import { createBuilder } from '../../src/compiler/build/builder.ts';
import type { Manifest, WorkflowBundle } from '../../src/runtime/contract/build.ts';
import { evaluateBundle } from './evaluate-bundle.ts';
import { CHARGE, NOTIFY, ORDER, SHOP } from './shop-project.ts';
import { type TempProject, createTempProject } from './temp-project.ts';

const builderOf = (project: TempProject, dirs?: string[]) =>
  createBuilder({ rootDir: project.dir, outDir: '.workflow', ...(dirs && { dirs }) });

async function readBundle(project: TempProject): Promise<WorkflowBundle> {
  return (await project.run(
    `import { bundle } from './.workflow/workflows.mjs'; console.log(JSON.stringify(bundle))`,
  )) as WorkflowBundle;
}

describe('what a build writes', () => {
  test('holds every file that a server needs', async () => {
    const project = await createTempProject(SHOP);
    const result = await builderOf(project).build();
    const names = ['steps.mjs.map', 'steps.mjs', 'workflows.mjs', 'webhook.mjs', 'manifest.json'];
    expect(result.files).toEqual(names.map((name) => project.path(`.workflow/${name}`)));
    expect(result.changed).toBe(true);
  });

  test('lists workflows and steps by file, also those outside the folders that are looked through', async () => {
    const project = await createTempProject(SHOP);
    const { buildId, manifest } = await builderOf(project).build();
    const expected: object = {
      version: '1',
      buildId,
      workflows: { 'workflows/order.ts': { order: { workflowId: ORDER } } },
      steps: { 'lib/payment.ts': { charge: { stepId: CHARGE }, notify: { stepId: NOTIFY } } },
      classes: {},
    };
    expect(manifest).toEqual(expected);
    expect(JSON.parse(await project.read('.workflow/manifest.json')) as Manifest).toEqual(expected);
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
    expect(second.files).toEqual([project.path('.workflow/steps.mjs.map'), project.path('.workflow/steps.mjs')]);
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

describe('the workflow bundle', () => {
  test('runs workflow code with steps as calls to the outside', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const evaluated = evaluateBundle(await readBundle(project));
    expect(evaluated.workflowIds).toEqual([ORDER]);
    const order = await evaluated.load(ORDER);
    expect(await order([1, 2, 3])).toEqual({ step: CHARGE, args: [6] });
  });

  test('is the same wherever the project lies, so that machines agree on the build id', async () => {
    const first = await createTempProject(SHOP);
    const second = await createTempProject(SHOP);
    const a = await builderOf(first).build();
    const b = await builderOf(second).build();
    expect(a.buildId).toBe(b.buildId);
    expect(await readBundle(first)).toEqual(await readBundle(second));
  });

  test('has fresh module state in every run', async () => {
    const project = await createTempProject({
      'workflows/count.ts': `let calls = 0;\nexport async function count() {\n  'use workflow';\n  return ++calls;\n}\n`,
    });
    await builderOf(project).build();
    const bundle = await readBundle(project);
    const id = 'workflow//./workflows/count//count';
    const counts = [1, 2].map(async () => (await evaluateBundle(bundle).load(id))());
    expect(await Promise.all(counts)).toEqual([1, 1]);
  });

  test('evaluates only the modules of the workflow that is loaded', async () => {
    const project = await createTempProject({
      'workflows/good.ts': `export async function good() {\n  'use workflow';\n  return 'fine';\n}\n`,
      'workflows/bad.ts': `if (true) throw new Error('evaluated');\nexport async function bad() {\n  'use workflow';\n}\n`,
    });
    await builderOf(project).build();
    const evaluated = evaluateBundle(await readBundle(project));
    expect(await (await evaluated.load('workflow//./workflows/good//good'))()).toBe('fine');
  });

  test('holds the packages that workflow code imports, by the condition "workflow" where they have one', async () => {
    const project = await createTempProject({
      'node_modules/greeting/package.json': JSON.stringify({
        name: 'greeting',
        exports: { workflow: './sandbox.js', default: './node.js' },
      }),
      'node_modules/greeting/sandbox.js': `export const greet = (name) => 'hello ' + name;`,
      'node_modules/greeting/node.js': `throw new Error('the wrong file');`,
      'workflows/hello.ts': `import { greet } from 'greeting';\nexport async function hello(name: string) {\n  'use workflow';\n  return greet(name);\n}\n`,
    });
    await builderOf(project).build();
    const hello = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/hello//hello');
    expect(await hello('Ann')).toBe('hello Ann');
  });

  test('takes a workflow that only a step imports', async () => {
    const project = await createTempProject({
      'workflows/outer.ts': `import { child } from '../lib/child.ts';
export async function begin() {
  'use step';
  return (child as unknown as { workflowId: string }).workflowId;
}
export async function outer() {
  'use workflow';
  return await begin();
}
`,
      'lib/child.ts': `export async function child() {\n  'use workflow';\n  return 'child';\n}\n`,
    });
    await builderOf(project).build();
    const evaluated = evaluateBundle(await readBundle(project));
    expect(evaluated.workflowIds).toEqual(['workflow//./lib/child//child', 'workflow//./workflows/outer//outer']);
  });

  test('maps its positions to lines of the user', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const { code, map } = await readBundle(project);
    const lines = code.split('\n');
    const line = lines.findIndex((text) => text.includes('prices.reduce'));
    const sourceMap = new SourceMap(JSON.parse(map!) as ConstructorParameters<typeof SourceMap>[0]);
    expect(sourceMap.findEntry(line, lines[line]!.indexOf('prices.reduce'))).toMatchObject({
      originalSource: 'lib/total.ts',
      originalLine: 0,
      originalColumn: SHOP['lib/total.ts'].indexOf('prices.reduce'),
    });
    const workflowLine = lines.findIndex((text) => text.includes('charge(total(prices))'));
    expect(sourceMap.findEntry(workflowLine, lines[workflowLine]!.indexOf('total(prices)'))).toMatchObject({
      originalSource: 'workflows/order.ts',
      originalLine: 5,
    });
  });
});

describe('the step bundle', () => {
  const RUN = (body: string): string => `import { steps } from './.workflow/steps.mjs'; ${body}`;

  test('registers every step with its code', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const code = RUN(
      `const { kind, fn } = steps.get('${CHARGE}'); console.log(JSON.stringify([[...steps.keys()], kind, await fn(5)]))`,
    );
    expect(await project.run(code)).toEqual([[CHARGE, NOTIFY], 'function', { id: 36, amount: 5 }]);
  });

  test('gives nested steps what they captured', async () => {
    const project = await createTempProject({
      'workflows/nested.ts': `export async function outer(factor: number) {
  'use workflow';
  const times = async (n: number) => {
    'use step';
    return n * factor;
  };
  return await times(2);
}
`,
    });
    await builderOf(project).build();
    const code = RUN(
      `const [{ kind, create }] = steps.values(); console.log(JSON.stringify([kind, await create({ factor: 21 })(2)]))`,
    );
    expect(await project.run(code)).toEqual(['closure', 42]);
  });

  test('leaves packages to the run time, so that steps share them with the application', async () => {
    const project = await createTempProject({
      'node_modules/counter/package.json': '{ "name": "counter", "main": "index.js" }',
      'node_modules/counter/index.js': 'exports.state = { calls: 0 };',
      'workflows/count.ts': `import { state } from 'counter';\nexport async function count() {\n  'use step';\n  return ++state.calls;\n}\n`,
    });
    await builderOf(project).build();
    const code = RUN(
      `import { state } from 'counter'; const [{ fn }] = steps.values(); await fn(); console.log(JSON.stringify(state))`,
    );
    expect(await project.run(code)).toEqual({ calls: 1 });
  });

  test('loads files of packages that are imported without their ending', async () => {
    const project = await createTempProject({
      'node_modules/dates/package.json': '{ "name": "dates" }',
      'node_modules/dates/plugin/utc.js': 'exports.zone = "utc";',
      'workflows/zone.ts': `import { zone } from 'dates/plugin/utc';\nexport async function zoneOf() {\n  'use step';\n  return zone;\n}\n`,
    });
    await builderOf(project).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`))).toBe(
      'utc',
    );
  });

  test('takes the steps that a package brings along', async () => {
    const project = await createTempProject({
      'node_modules/mailer/package.json':
        '{ "name": "mailer", "type": "module", "exports": "./index.js", "sideEffects": false }',
      'node_modules/mailer/index.js': `export { send } from './send.js';`,
      'node_modules/mailer/send.js': `export async function send(to) {\n  'use step';\n  return 'sent to ' + to;\n}\n`,
      'workflows/mail.ts': `import { send } from 'mailer';\nexport async function mail(to: string) {\n  'use workflow';\n  return await send(to);\n}\n`,
    });
    await builderOf(project).build();
    const code = RUN(`const [[name, { fn }]] = steps; console.log(JSON.stringify([name, await fn('Ann')]))`);
    expect(await project.run(code)).toEqual(['step//mailer/send//send', 'sent to Ann']);
  });

  test('holds code of packages of the same repository, which is source code like the rest', async () => {
    const project = await createTempProject({
      'packages/money/package.json': '{ "name": "money", "type": "module", "exports": "./index.ts" }',
      'packages/money/index.ts': `export enum Currency { Euro = 'EUR' }\n`,
      'workflows/pay.ts': `import { Currency } from 'money';\nexport async function pay() {\n  'use step';\n  return Currency.Euro;\n}\n`,
    });
    await symlink(project.path('packages/money'), project.path('node_modules/money'), 'dir');
    await builderOf(project).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`))).toBe(
      'EUR',
    );
  });

  test('holds packages that only another package has, at its own version', async () => {
    const version = (text: string): string => `export const version = '${text}';\n`;
    const project = await createTempProject({
      'node_modules/mailer/package.json': '{ "name": "mailer", "type": "module", "exports": "./index.js" }',
      'node_modules/mailer/index.js': `import { version } from 'smtp';\nexport async function send() {\n  'use step';\n  return version;\n}\n`,
      'node_modules/mailer/node_modules/smtp/package.json':
        '{ "name": "smtp", "type": "module", "exports": "./index.js" }',
      'node_modules/mailer/node_modules/smtp/index.js': version('1'),
      'node_modules/smtp/package.json': '{ "name": "smtp", "type": "module", "exports": "./index.js" }',
      'node_modules/smtp/index.js': version('2'),
      'workflows/mail.ts': `import { send } from 'mailer';\nexport async function mail() {\n  'use workflow';\n  return await send();\n}\n`,
    });
    await builderOf(project).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn()))`))).toBe(
      '1',
    );
  });

  test('keeps the imports that a host gives a meaning to', async () => {
    const project = await createTempProject({
      'src/storage.ts': `export const storage = 'the wrong one';\n`,
      'workflows/keep.ts': `import { storage } from '#storage';
import { settings } from 'virtual:settings';
export async function keep() {
  'use step';
  return [storage, settings];
}
`,
    });
    const alias = { '#storage': project.path('src/storage.ts') };
    await createBuilder({ rootDir: project.dir, outDir: '.workflow', alias, external: ['#storage'] }).build();
    const steps = await project.read('.workflow/steps.mjs');
    expect(steps).toContain('from "#storage"');
    expect(steps).toContain('from "virtual:settings"');
  });

  test('resolves the aliases of the host', async () => {
    const project = await createTempProject({
      'src/format.ts': `export const format = (n: number) => '#' + n;`,
      'workflows/alias.ts': `import { format } from '~/format';\nexport async function label(n: number) {\n  'use step';\n  return format(n);\n}\n`,
    });
    await createBuilder({ rootDir: project.dir, outDir: '.workflow', alias: { '~': project.path('src') } }).build();
    expect(await project.run(RUN(`const [{ fn }] = steps.values(); console.log(JSON.stringify(await fn(7)))`))).toBe(
      '#7',
    );
  });

  test('shows errors of steps at the line of the user', async () => {
    const project = await createTempProject({
      'workflows/fail.ts': `// one\n// two\nexport async function fail() {\n  'use step';\n  throw new Error('here');\n}\n`,
    });
    await builderOf(project).build();
    const code = `process.setSourceMapsEnabled(true);
      const { steps } = await import('./.workflow/steps.mjs');
      const [{ fn }] = steps.values();
      console.log(JSON.stringify(await fn().catch((error) => error.stack)))`;
    expect(await project.run(code)).toContain(`${project.path('workflows/fail.ts')}:5:9`);
  });
});
