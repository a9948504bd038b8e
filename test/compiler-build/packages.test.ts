import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const json = (value: object): string => JSON.stringify(value);

/** The result of a step of the build. */
async function callStep(project: TempProject, stepId: string): Promise<unknown> {
  await builderOf(project).build();
  return await project.run(
    `import { loadSteps } from './.workflow/steps.mjs'; const steps = await loadSteps(); console.log(JSON.stringify(await steps.get('${stepId}').fn()))`,
  );
}

/** A project with one step, which uses one import. */
const stepThat = (importing: string, returning: string): Record<string, string> => ({
  'workflows/order.ts': `${importing}\nexport async function read() {\n  'use step';\n  return ${returning};\n}
export async function order() {\n  'use workflow';\n  return [await read(), ${returning}];\n}\n`,
});
const READ = 'step//./workflows/order//read';

describe('imports lead where the project says:', () => {
  test('by paths of a tsconfig.json that extends another one', async () => {
    const project = await createTempProject({
      ...stepThat(`import { place } from '~/place.ts';`, 'place'),
      'tsconfig.json': json({ extends: './config/base.json' }),
      'config/base.json': json({ compilerOptions: { paths: { '~/*': ['../lib/*'] } } }),
      'lib/place.ts': `export const place = 'by path';\n`,
    });
    expect(await callStep(project, READ)).toBe('by path');
  });

  test('by paths of a tsconfig.json that is referred to, as in projects of several parts', async () => {
    const project = await createTempProject({
      ...stepThat(`import { place } from '~/place.ts';`, 'place'),
      'tsconfig.json': json({ files: [], references: [{ path: './tsconfig.app.json' }] }),
      'tsconfig.app.json': json({ compilerOptions: { paths: { '~/*': ['./lib/*'] } }, include: ['workflows', 'lib'] }),
      'lib/place.ts': `export const place = 'by reference';\n`,
    });
    expect(await callStep(project, READ)).toBe('by reference');
  });

  test('by imports of the package.json', async () => {
    const project = await createTempProject({
      ...stepThat(`import { place } from '#place';`, 'place'),
      'package.json': json({ type: 'module', imports: { '#place': './lib/place.ts' } }),
      'lib/place.ts': `export const place = 'by name';\n`,
    });
    expect(await callStep(project, READ)).toBe('by name');
  });

  test('by conditions: packages may have a form for workflows, and one for Node', async () => {
    const project = await createTempProject({
      ...stepThat(`import { place } from 'forms';`, 'place'),
      'node_modules/forms/package.json': json({
        name: 'forms',
        type: 'module',
        exports: { workflow: './workflow.js', node: './node.js', default: './default.js' },
      }),
      'node_modules/forms/workflow.js': `export const place = 'in a workflow';\n`,
      'node_modules/forms/node.js': `export const place = 'in node';\n`,
      'node_modules/forms/default.js': `export const place = 'elsewhere';\n`,
    });
    expect(await callStep(project, READ)).toBe('in node');
    expect((await readBundle(project)).code).toContain('in a workflow');
  });
});

describe('syntax that is no plain JavaScript is compiled:', () => {
  test('JSX, by what the tsconfig.json says', async () => {
    const project = await createTempProject({
      'workflows/page.tsx': `export async function page() {\n  'use step';\n  return <p title="a">text</p>;\n}\n`,
      'tsconfig.json': json({ compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'tiny' } }),
      'node_modules/tiny/package.json': json({
        name: 'tiny',
        type: 'module',
        exports: { './jsx-runtime': './jsx.js' },
      }),
      'node_modules/tiny/jsx.js': `export const jsx = (tag, { children, ...rest }) => [tag, rest, children];\n`,
    });
    expect(await callStep(project, 'step//./workflows/page//page')).toEqual(['p', { title: 'a' }, 'text']);
  });

  test('decorators of TypeScript, with the types of what they decorate', async () => {
    const project = await createTempProject({
      'workflows/service.ts': `const seen: unknown[] = [];
(Reflect as any).metadata ??= (key: string, value: any) => () => void seen.push([key, value?.name ?? value?.map?.((one: any) => one.name)]);
function mark(_target: object, _key?: unknown) {}
class Mailer {}
@mark
class Service {
  constructor(readonly mailer: Mailer) {}
  @mark send(text: string): number { return text.length; }
}
export async function read() {\n  'use step';\n  return [typeof Service, ...seen];\n}\n`,
      'tsconfig.json': json({ compilerOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } }),
    });
    const found = await callStep(project, 'step//./workflows/service//read');
    expect(found).toContainEqual(['design:paramtypes', ['Mailer']]);
    expect(found).toContainEqual(['design:returntype', 'Number']);
  });

  test('decorators of JavaScript', async () => {
    const project = await createTempProject({
      'workflows/service.ts': `const seen: string[] = [];
const mark = (_value: unknown, { kind }: any) => void seen.push(kind);
@mark class Service { @mark send() {} }
export async function read() {\n  'use step';\n  return [Service.name, ...seen];\n}\n`,
    });
    expect(await callStep(project, 'step//./workflows/service//read')).toEqual(['Service', 'method', 'class']);
  });

  test.each([
    ['accessor fields', ''],
    ['decorated accessor fields', '@mark '],
  ])('%s', async (_, decorator) => {
    const project = await createTempProject({
      'workflows/service.ts': `const mark = (_value: unknown, _context: unknown): any => undefined;
class Counter { ${decorator}accessor count = 1; static accessor total = 2; }
export async function read() {\n  'use step';\n  return [typeof mark, new Counter().count + Counter.total];\n}
export async function sum() {\n  'use workflow';\n  return new Counter().count + Counter.total;\n}\n`,
    });
    expect(await callStep(project, 'step//./workflows/service//read')).toEqual(['function', 3]);
    const run = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/service//sum');
    expect(await run()).toBe(3);
  });
});

describe('a package that says where its workflows are', () => {
  const MAILS = {
    'node_modules/mails/package.json': json({
      name: 'mails',
      type: 'module',
      exports: './dist/index.js',
      workflow: { dirs: ['dist'] },
    }),
    'node_modules/mails/dist/index.js': `export async function send() {\n  'use step';\n  return 'sent';\n}
export async function campaign() {\n  'use workflow';\n  return await send();\n}\n`,
  };

  test('has them in the build of a project that depends on it, although no file of the build imports them', async () => {
    const project = await createTempProject({
      ...MAILS,
      'package.json': json({ type: 'module', dependencies: { mails: '1.0.0', missing: '1.0.0' } }),
    });
    const { manifest } = await builderOf(project).build();
    expect(Object.keys(manifest.workflows)).toEqual(['node_modules/mails/dist/index.js']);
    expect(await callStep(project, 'step//mails/dist/index//send')).toBe('sent');
    const evaluated = evaluateBundle(await readBundle(project));
    expect(evaluated.workflowIds).toEqual(['workflow//mails/dist/index//campaign']);
  });

  test('is left alone by projects that do not depend on it', async () => {
    const project = await createTempProject(MAILS);
    expect((await builderOf(project).build()).manifest.workflows).toEqual({});
  });

  test('may be a workspace of the same repository', async () => {
    const project = await createTempProject({
      'package.json': json({ type: 'module', dependencies: { mails: '*' } }),
      'packages/mails/package.json': json({ name: 'mails', type: 'module', workflow: { dirs: ['src'] } }),
      'packages/mails/src/campaign.ts': `export async function campaign() {\n  'use workflow';\n}\n`,
    });
    await symlink(project.path('packages/mails'), project.path('node_modules/mails'), 'dir');
    const { manifest } = await builderOf(project).build();
    expect(Object.keys(manifest.workflows)).toEqual(['packages/mails/src/campaign.ts']);
  });
});

test('a package with a class that can be passed may lie where it does not see this one, as pnpm installs it', async () => {
  const store = await realpath(await mkdtemp(join(tmpdir(), 'workflow-store-')));
  onTestFinished(() => rm(store, { recursive: true }));
  await writeFile(join(store, 'package.json'), json({ name: 'money', type: 'module', exports: './money.js' }));
  const members = `static [Symbol.for('workflow-serialize')] = ({ cents }) => cents;
  static [Symbol.for('workflow-deserialize')] = (cents) => new Money(cents);`;
  const money = `export class Money {\n  constructor(cents) { this.cents = cents; }\n  ${members}\n}\n`;
  await writeFile(join(store, 'money.js'), money);
  const project = await createTempProject({
    'workflows/pay.ts': `import { Money } from 'money';
export async function pay() {\n  'use workflow';\n  return new Money(5).cents;\n}\n`,
  });
  await symlink(store, project.path('node_modules/money'), 'dir');
  await builderOf(project).build();
  expect(evaluateBundle(await readBundle(project)).workflowIds).toEqual(['workflow//./workflows/pay//pay']);
});
