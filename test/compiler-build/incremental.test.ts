import { mkdir, rm, utimes } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createBuilder } from '../../compiler/build/builder.ts';
import * as fc from '../fast-check.ts';
import { builderOf } from './project-builder.ts';
import { SHOP } from './shop-project.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const ORDER_FILE = 'workflows/order.ts';
const STEP_FILE = 'lib/payment.ts';
const PLAIN_FILE = 'lib/total.ts';

/** Files that were written only just now are read again to be sure; people take longer from an edit to the next. */
async function createSettledProject(files: Record<string, string>): Promise<TempProject> {
  const project = await createTempProject(files);
  const longAgo = new Date('2024-01-01T00:00:00.123Z');
  const settings = ['package.json', 'node_modules/workflow/package.json'];
  for (const name of [...settings, ...Object.keys(files)]) await utimes(project.path(name), longAgo, longAgo);
  return project;
}

/** The bundles that a builder makes again when one file of the shop changes. */
async function madeAfter(name: string, edit: (code: string) => string): Promise<readonly string[]> {
  const project = await createSettledProject(SHOP);
  const builder = builderOf(project);
  await builder.build();
  await project.write({ [name]: edit(await project.read(name)) });
  return (await builder.build()).made;
}

describe('a build after an edit makes only what the edit reaches:', () => {
  test('nothing when nothing changed, also when files were written again', async () => {
    const project = await createSettledProject(SHOP);
    const builder = builderOf(project);
    expect((await builder.build()).made).toEqual(['workflows', 'steps']);
    expect((await builder.build()).made).toEqual([]);
    await project.write(SHOP);
    expect(await builder.build()).toMatchObject({ made: [], files: [] });
  });

  test('the steps when the body of a step changed', async () => {
    expect(await madeAfter(STEP_FILE, (code) => code.replace('return text', 'return `${text}!`'))).toEqual(['steps']);
  });

  test('the steps when a step got more lines, and workflows only learn of the new places', async () => {
    const moreLines = (code: string): string => code.replace("'use step';", "'use step';\n\n\n");
    expect(await madeAfter(STEP_FILE, moreLines)).toEqual(['steps']);
  });

  test('the workflows when the body of a workflow changed', async () => {
    expect(await madeAfter(ORDER_FILE, (code) => code.replace("'done'", "'paid'"))).toEqual(['workflows']);
  });

  test('what imports it when a file without directives changed', async () => {
    expect(await madeAfter(PLAIN_FILE, (code) => code.replace(', 0)', ', 1)'))).toEqual(['workflows']);
  });

  test('nothing when the file is part of nothing', async () => {
    const project = await createSettledProject({ ...SHOP, 'workflows/notes.ts': 'export const note = 1;' });
    const builder = builderOf(project);
    await builder.build();
    await project.write({ 'workflows/notes.ts': 'export const note = 2;' });
    expect((await builder.build()).made).toEqual([]);
  });

  test('what follows a mistake costs no more than without it', async () => {
    const project = await createSettledProject(SHOP);
    const builder = builderOf(project);
    await builder.build();
    await project.write({ [ORDER_FILE]: `${SHOP[ORDER_FILE]}}` });
    await expect(builder.build()).rejects.toThrow('compile_syntax_invalid');
    await project.write({ [ORDER_FILE]: SHOP[ORDER_FILE] });
    expect((await builder.build()).made).toEqual([]);
  });
});

/** Edits of the shop, by what they do. Each is the new content of files; `null`: the file is deleted. */
const EDITS: Record<string, Record<string, string | null>> = {
  'the shop as it was': SHOP,
  'a step body that moves what is below': {
    [STEP_FILE]: SHOP[STEP_FILE].replace("'use step';", "'use step';\n\n  // More.\n"),
  },
  'a step that became a plain function': {
    [STEP_FILE]: SHOP[STEP_FILE].replace("  'use step';\n  return text", '  return text'),
  },
  'another step': { [STEP_FILE]: `${SHOP[STEP_FILE]}export async function refund() {\n  'use step';\n}\n` },
  'another workflow body': { [ORDER_FILE]: SHOP[ORDER_FILE].replace("'done'", "'paid'") },
  'a workflow that moved': { [ORDER_FILE]: `// First.\n${SHOP[ORDER_FILE]}` },
  'a second workflow': { 'workflows/second.ts': SHOP[ORDER_FILE].replace('order(', 'second(') },
  'no second workflow': { 'workflows/second.ts': null },
  'another total': { [PLAIN_FILE]: SHOP[PLAIN_FILE].replace(', 0)', ', 1)') },
  'a total with a step in it': {
    [PLAIN_FILE]: `${SHOP[PLAIN_FILE]}export async function tax() {\n  'use step';\n  return 1;\n}\n`,
  },
  'a class that can be passed': {
    'workflows/money.ts': `import { WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE } from 'workflow';
export class Money {
  constructor(readonly cents: number) {}
  static [WORKFLOW_SERIALIZE] = (money: Money) => money.cents;
  static [WORKFLOW_DESERIALIZE] = (cents: number) => new Money(cents);
}
`,
  },
  'no class': { 'workflows/money.ts': null },
  'names by a path of the tsconfig': {
    'workflows/named.ts': `import { total } from '~/total.ts';
export async function named() {
  'use workflow';
  return total([1]);
}
`,
    'tsconfig.json': '{ "extends": "./base.json" }',
    'base.json': '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }',
    'other/total.ts': 'export const total = () => 99;\n',
  },
  'the same path elsewhere': { 'base.json': '{ "compilerOptions": { "paths": { "~/*": ["./other/*"] } } }' },
  'no such names': { 'workflows/named.ts': null },
  'a file that an import without an ending prefers': {
    'workflows/short.ts': `import { where } from '../lib/where';
export async function short() {
  'use workflow';
  return where;
}
`,
    'lib/where/index.ts': `export const where = 'folder';\n`,
    'lib/where.ts': `export const where = 'file';\n`,
  },
  'that file gone': { 'lib/where.ts': null },
  'a package with a step': {
    'node_modules/mails/package.json': '{ "name": "mails", "type": "module", "exports": "./mail.js" }',
    'node_modules/mails/mail.js': `export async function mail() {\n  'use step';\n  return 1;\n}\n`,
    'workflows/mailing.ts': `import { mail } from 'mails';
export async function mailing() {
  'use workflow';
  return await mail();
}
`,
  },
  'another version of the package': {
    'node_modules/mails/mail.js': `export async function mail() {\n  'use step';\n  return 20;\n}\n`,
  },
  'no use of the package': { 'workflows/mailing.ts': null },
};

test('after any edits a build gives what the first build of a new process gives', async () => {
  const edits = fc.array(fc.constantFrom(...Object.keys(EDITS)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(edits, async (names) => {
      const project = await createTempProject(SHOP);
      await mkdir(project.path('.fresh'));
      const builder = builderOf(project);
      await outcomeOf(project, builder.build(), '.workflow');
      for (const name of names) {
        await apply(project, EDITS[name]!);
        const outcome = await outcomeOf(project, builder.build(), '.workflow');
        const fresh = createBuilder({ rootDir: project.dir, outDir: '.fresh' });
        expect(outcome).toEqual(await outcomeOf(project, fresh.build(), '.fresh'));
      }
    }),
    { numRuns: 12 },
  );
});

async function apply(project: TempProject, files: Record<string, string | null>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    if (content === null) await rm(project.path(name), { force: true });
    else await project.write({ [name]: content });
  }
}

/** The files of a build, or what is wrong. */
async function outcomeOf(project: TempProject, build: Promise<unknown>, outDir: string): Promise<unknown> {
  try {
    await build;
  } catch (error) {
    return (error as Error).message;
  }
  const names = ['workflows.mjs', 'steps.mjs', 'steps.mjs.map', 'manifest.json'];
  return await Promise.all(names.map((name) => project.read(`${outDir}/${name}`)));
}
