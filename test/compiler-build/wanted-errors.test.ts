/** Classes of errors that steps throw, and that workflows name as types, or not at all. */
import { describe, expect, test } from 'vitest';
import { type BuilderOptions, createBuilder } from '../../compiler/build/builder.ts';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject, type TempProject } from './temp-project.ts';

const ORDER = `import { fail } from './steps.ts';
import type { HttpError } from '../lib/http.ts';
export async function order(kind: string) {
  'use workflow';
  try {
    await fail(kind);
  } catch (error) {
    const { name, retryable } = error as HttpError;
    return [name, retryable, (error as any).hint?.()];
  }
}
`;
const ID = 'workflow//./workflows/order//order';

/** A step that throws what an expression gives. */
const steps = (imports: string, made: string): string => `${imports}
export async function fail(kind: string) {
  'use step';
  throw ${made};
}
fail.maxRetries = 0;
`;

const HTTP = `import { request } from 'node:http';
export class HttpError extends Error {
  constructor(message: string, readonly status: number) { super(message); }
  get retryable() { return this.status >= 500; }
}
export const get = (url: string) => request(url);
`;

/** The ids of the classes that a run loads, without those of the module of the workflow itself. */
async function errorsOf(project: TempProject): Promise<string[]> {
  const bundle = evaluateBundle(await readBundle(project));
  await bundle.load(ID);
  return [...bundle.errors.keys()].map((id) => id.replace('class//./', '')).sort();
}

async function projectOf(files: Record<string, string>): Promise<TempProject> {
  const project = await createTempProject({ 'workflows/order.ts': ORDER, 'lib/http.ts': HTTP, ...files });
  const { warnings } = await builderOf(project).build();
  expect(warnings).toEqual([]);
  return project;
}

test('an error that a workflow names as a type has the getters and methods of its class, however that is made', async () => {
  const project = await projectOf({
    'lib/barrel.ts': `export * from './problems.ts';\nexport { HttpError as Base } from './http.ts';\n`,
    'lib/problems.ts': `export class Problem extends Error { hint() { return 'call'; } }\n`,
    'lib/kinds.ts': `import { Base, Problem } from './barrel.ts';
export class Declined extends Problem {}
export class Gone extends Base { hint() { return this.status; } }
export namespace Errors { export class Absent extends Error { hint() { return 404; } } }
const makeErrors = (...names: string[]): any => names.map((name) => class extends Error { hint() { return name; } });
export const [Busy, { length }] = makeErrors('busy', 'x');
export const { 0: Late } = makeErrors('late');
function kind(text: string) {
  class Made extends Gone { hint() { return text as any; } }
  return Made;
}
export const Void = kind('void');
export function Old(this: any) { this.name = 'Old'; }
Old.prototype = Object.create(Error.prototype);
Old.prototype.hint = () => 'old';
Old.prototype.constructor = Old;
export function Older(this: any) {}
Object.setPrototypeOf(Older.prototype, Old.prototype);
`,
    'workflows/steps.ts': steps(
      `import { FatalError } from 'workflow';
import { HttpError } from '../lib/http.ts';
import { Busy, Declined, Errors, Gone, Late, Old, Older, Void } from '../lib/kinds.ts';
class Local extends FatalError { constructor(message: string) { super(message); } hint() { return 'local'; } }
const kinds: Record<string, any> = { HttpError, Declined, Gone, Absent: Errors.Absent, Busy, Late, Void, Old, Older, Local };`,
      `new kinds[kind](kind, 503)`,
    ),
  });
  const kinds = ['HttpError', 'Declined', 'Gone', 'Absent', 'Busy', 'Late', 'Void', 'Old', 'Older', 'Local'];
  const results = await project.run<unknown[]>(`import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';
import { loadSteps } from './.workflow/steps.mjs';

process.env.WORKFLOW_WORLD = 'memory';
process.env.WORKFLOW_LIVE_RUNS = '0';
const print = console.log;
console.log = console.error = () => {};
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const results = [];
for (const kind of ${JSON.stringify(kinds)}) results.push(await (await start({ workflowId: '${ID}' }, [kind])).returnValue);
await getWorld().close();
print(JSON.stringify(results, (_, value) => value ?? null));
`);
  expect(results.map((result) => (result as unknown[]).slice(1))).toEqual([
    [true, null],
    [null, 'call'],
    [true, 503],
    [null, 404],
    [null, 'busy'],
    [null, 'late'],
    [true, 'void'],
    [null, 'old'],
    [null, 'old'],
    [null, 'local'],
  ]);
});

describe('a run loads', () => {
  test('no class that is of something else than errors', async () => {
    const project = await projectOf({
      'lib/shop.ts': `import { Base } from './base.ts';
import { HttpError } from './http.ts';
export class Orders extends Base {}
export class Refused extends HttpError {}
export class Rows extends Map {}
`,
      'lib/base.ts': `export class Base {}\n`,
      'workflows/steps.ts': steps(`import { Orders, Refused, Rows } from '../lib/shop.ts';`, '[Orders, Refused, Rows]'),
    });
    expect(await errorsOf(project)).toEqual(['lib/http//HttpError', 'lib/shop//Refused']);
  });

  test('no class that needs the host, and a file that waits is none of its', async () => {
    const project = await projectOf({
      'lib/shop.ts': `import { hostname } from 'node:os';
export class NamedError extends Error { static host = hostname(); }
export class PlainError extends Error {}
`,
      'lib/db.ts': `export const db = await Promise.resolve(1);\nexport class DbError extends Error {}\n`,
      'workflows/steps.ts': steps(
        `import { NamedError, PlainError } from '../lib/shop.ts';\nimport { db, DbError } from '../lib/db.ts';`,
        '[db, DbError, NamedError, PlainError]',
      ),
    });
    expect(await errorsOf(project)).toEqual(['lib/shop//PlainError']);
  });

  test('the classes after its own modules, which load in the order of plain code', async () => {
    const project = await projectOf({
      'lib/loads.ts': `export const loads: string[] = [];\n`,
      'lib/shop.ts': `import { loads } from './loads.ts';\nloads.push('shop');\nexport class PayError extends Error {}\n`,
      'lib/first.ts': `import { loads } from './loads.ts';\nloads.push('first');\n`,
      'workflows/order.ts': `import '../lib/first.ts';\nimport { loads } from '../lib/loads.ts';
import { fail } from './steps.ts';
export async function order() {
  'use workflow';
  return [...loads, typeof fail];
}
`,
      'workflows/steps.ts': steps(`import { PayError } from '../lib/shop.ts';`, 'new PayError()'),
    });
    const run = await evaluateBundle(await readBundle(project)).load(ID);
    expect(await run()).toEqual(['first', 'shop', 'function']);
  });
});

test.each<[string, Partial<BuilderOptions>]>([
  ['the steps have copies of', {}],
  ['the application loads', { loadedFile: () => '/dist/http.js' }],
])('a build after an edit knows the classes of a file that %s', async (_, options) => {
  const project = await createTempProject({
    'workflows/order.ts': ORDER,
    'lib/http.ts': HTTP,
    'workflows/steps.ts': steps(`import { HttpError } from '../lib/http.ts';`, `new HttpError('h', 503)`),
  });
  const builder = createBuilder({ rootDir: project.dir, outDir: '.workflow', ...options });
  await builder.build();
  expect(await errorsOf(project)).toEqual(['lib/http//HttpError']);
  await project.write({ 'lib/http.ts': `${HTTP}export class Late extends HttpError {}\n` });
  await builder.build();
  expect(await errorsOf(project)).toEqual(['lib/http//HttpError', 'lib/http//Late']);
  expect((await builder.build()).changed).toBe(false);
});
