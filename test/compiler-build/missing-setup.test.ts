/** Code that needs the host, is left out of workflows, and changes something that they use. */
import { describe, expect, test } from 'vitest';
import type { BuildResult } from '../../compiler/build/builder.ts';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { BuildInspector } from '../../ts-plugin/analysis/hosts/build-inspector.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const VALUE = 'Number(process.env.LIMIT)';

const FILES = {
  'lib/limits.ts': `export const limits = { max: 3, list: [] as number[] };
let limit = 3;
export const setLimit = (value: number) => { limit = value; };
export const configure = (change: (value: typeof limits) => void) => change(limits);
export const fill = (target: { max: number }, value: number) => { target.max = value; };
export const read = () => [limits.max, limit];
export class Settings {
  max = 1;
  load(value: number) { this.#take(value); }
  #take(value: number) { this.max = value; }
  show() { return this.max; }
}
export const settings = new Settings();
export const logger = { info: (text: string) => console.log(text) };
`,
  'lib/bus.ts': `const listeners: ((value: number) => void)[] = [];
export const on = (listener: (value: number) => void) => { listeners.push(listener); };
export const emit = (value: number) => listeners.forEach((listener) => listener(value));
`,
  'lib/far.ts': `import { limits } from './limits.ts';
export const setMax = (value: number) => { limits.max = value; };
export default function reset() { limits.max = 0; }
`,
  'lib/index.ts': `export * from './limits.ts';
export { setMax } from './far.ts';
export { on, emit } from './bus.ts';
`,
  'node_modules/tools/package.json': '{ "name": "tools", "type": "module", "exports": "./index.js" }',
  'node_modules/tools/index.js': `export const merge = (a, b) => Object.assign(a, b);
export const parse = (text) => Number(text);
export const addAll = (a, b) => ({ ...a, ...b });
`,
};

const order = (head: string): string => `import { parse } from 'tools';
import { emit, limits, logger, on, read, setLimit, settings } from '../lib/index.ts';
${head}
export async function order() {
  'use workflow';
  logger.info(settings.show() + parse('1'));
  emit(1);
  return [read(), limits.max, await step()];
}
async function step() {
  'use step';
  return 1;
}
`;

async function buildOf(files: Record<string, string>): Promise<BuildResult | readonly Diagnostic[]> {
  const project = await createTempProject({ ...FILES, ...files });
  try {
    return await builderOf(project).build();
  } catch (error) {
    if (error instanceof CompileFailure) return error.diagnostics;
    throw error;
  }
}

const MISSING = [expect.objectContaining({ code: 'compile_setup_missing', severity: 'error' })];

describe('is an error at its place where it changes something by', () => {
  test.each([
    ['a function of another file', `setLimit(${VALUE});`],
    ['a function of a third file', `import { setMax } from '../lib/index.ts';\nsetMax(${VALUE});`],
    ['a default export', `import reset from '../lib/far.ts';\nif (process.env.RESET) reset();`],
    ['a namespace', `import * as lib from '../lib/index.ts';\nlib.setLimit(${VALUE});`],
    ['a member of a namespace', `import * as lib from '../lib/index.ts';\nlib.limits.max = ${VALUE};`],
    [
      'a function that is given one',
      `import { configure } from '../lib/index.ts';\nconfigure((l) => { l.max = ${VALUE}; });`,
    ],
    ['an argument', `import { fill } from '../lib/index.ts';\nfill(limits, ${VALUE});`],
    ['an argument of a constant', `import { fill } from '../lib/index.ts';\nconst done = fill(limits, ${VALUE});`],
    ['an argument of a package', `import { merge } from 'tools';\nmerge(limits, { max: ${VALUE} });`],
    ['a method that calls another one', `settings.load(${VALUE});`],
    ['an optional method', `settings?.load?.(${VALUE});`],
    ['a function of the file', `const init = (value = ${VALUE}) => { limits.max = value; };\ninit();`],
    ['a function at once', `(() => { limits.max = ${VALUE}; })();`],
    ['a method of an object', `const init = { run() { limits.max = ${VALUE}; } };\ninit.run();`],
    ['a constructor', `class Init { constructor() { limits.max = ${VALUE}; } }\nnew Init();`],
    ['a chain of calls', `limits.list.values().next(${VALUE});`],
    ['a static block', `class Init { static { limits.max = ${VALUE}; } }`],
    ['an alias', `const same = limits;\nsame.max = ${VALUE};`],
    ['an alias of a member', `const { list } = limits;\nlist.push(${VALUE});`],
    ['a list in place of one', `[limits.max] = [${VALUE}];`],
    ['an object in place of one', `({ LIMIT: limits.max } = process.env as never);`],
    ['a loop over values', `for (limits.max of [${VALUE}]);`],
    ['a loop over targets', `for (const one of [1]) for (const target of [limits]) target.max = ${VALUE};`],
    ['a loop of the list itself', `[limits].forEach((one) => { one.max = ${VALUE}; });`],
    ['a branch', `if (process.env.LIMIT) limits.max = ${VALUE};`],
    ['try', `try { limits.max = ${VALUE}; } catch {}`],
    ['a function of Object', `Object.assign(limits, { max: ${VALUE} });`],
    ['a function for errors', `import { inherits } from 'node:util';\ninherits(emit, Error);`],
  ])('%s', async (_, head) => {
    expect(await buildOf({ 'workflows/order.ts': order(head) })).toEqual(MISSING);
    const other = head.replaceAll('../lib/', './');
    const file = `import { emit, limits, setLimit, settings } from './index.ts';\n${other}\nexport {};\n`;
    const files = { 'lib/set-up.ts': file, 'workflows/order.ts': order(`import '../lib/set-up.ts';`) };
    expect(await buildOf(files)).toEqual(MISSING);
  });

  test.each([
    ['a listener of a process', `process.on('SIGHUP', () => { limits.max = 5; });`],
    ['a listener that calls a method', `process.on('SIGHUP', () => settings.load(5));`],
    [
      'a listener that is named',
      `import { EventEmitter } from 'node:events';\nnew EventEmitter().on('limit', setLimit);`,
    ],
    ['a list of listeners', `on((value) => console.log(process.pid, value));`],
    [
      'an option',
      `import { createServer } from 'node:http';\ncreateServer({}, () => void limits.list.push(1)).listen(80);`,
    ],
  ])('%s, later', async (_, head) => {
    expect(await buildOf({ 'workflows/order.ts': order(head) })).toEqual(MISSING);
  });

  test('an assignment of an option to a step that workflows read, or set again', async () => {
    const head = (text: string): string => `import os from 'node:os';\n${text}`;
    for (const text of [
      `step.timeout = 5;\nstep.timeout = process.env.TIMEOUT as never;`,
      `Object.assign(step, { concurrency: os.availableParallelism() });`,
      `step.timeout = Object.assign(limits, process.env).max;`,
    ])
      expect(await buildOf({ 'workflows/order.ts': order(head(text)) })).toEqual(MISSING);
  });
});

describe('goes without a word where it', () => {
  test.each([
    ['prints', `import { createServer } from 'node:http';\ncreateServer().listen(80, () => logger.info('up'));`],
    ['reads', `import { Agent } from 'node:http';\nconst agent = new Agent({ maxSockets: limits.max });`],
    ['reads by functions', `process.on('exit', () => console.log(read(), settings.show(), Object.keys(limits)));`],
    ['takes a value of a package', `const value = parse(process.env.VALUE);`],
    ['asks a package to look', `import * as tools from 'tools';\ntools.parse('a').toFixed(process.pid);`],
    ['prints by a chain', `limits.list.entries().toArray().info(process.pid);`],
    ['makes something new', `import { addAll } from 'tools';\nconst sum = addAll(limits, process.env);`],
    ['makes an instance', `class Init { max = 1; constructor() { this.max = Number(process.env.MAX); } }\nnew Init();`],
    ['changes something of its own', `let stops = false;\nprocess.on('SIGTERM', () => { stops = true; });`],
    [
      'starts runs',
      `import { start } from 'workflow/api';
import { createServer } from 'node:http';
createServer(async (_, response) => response.end((await start(order, [])).runId)).listen(80);`,
    ],
    [
      'resumes hooks',
      `import { defineHook } from 'workflow';
import { createServer } from 'node:http';
export const approval = defineHook<number>();
createServer(async () => { await approval.resume('token', 1); }).listen(80);`,
    ],
  ])('%s', async (_, head) => {
    expect(await buildOf({ 'workflows/order.ts': order(head) })).toMatchObject({ warnings: [] });
  });
});

describe('a comment above its line', () => {
  const COMMENT = '// workflow-ignore-next-line compile_setup_missing -- workflows keep the default\n';

  test('accepts it, and a look at the project still has it', async () => {
    const files = { ...FILES, 'workflows/order.ts': order(`${COMMENT}setLimit(${VALUE});`) };
    const builder = builderOf(await createTempProject(files));
    expect(await builder.build()).toMatchObject({
      warnings: [],
      manifest: { leftOut: { 'workflows/order.ts': [{ line: 4, reason: 'it uses "process"' }] } },
    });
    expect(await builder.inspect()).toMatchObject([{ code: 'compile_setup_missing', isAccepted: true }]);
  });

  test.each([
    ['accepts something', VALUE, []],
    ['accepts nothing, once a build has said so', '3', ['suppression_unused']],
  ])('is known to editors: it %s', async (_, value, codes) => {
    const project = await createTempProject({ ...FILES, 'workflows/order.ts': order(`${COMMENT}setLimit(${value});`) });
    const path = project.path('workflows/order.ts');
    const edited = new Project(new DiskHost({ rootDir: project.dir, files: () => [path] }));
    const codesNow = (): string[] => analyzeFile(edited, path).map(({ code }) => code);
    expect(codesNow()).toEqual([]);
    await new BuildInspector(edited, { tryBundle: loadAsRunsDo }).inspect();
    expect(codesNow()).toEqual(codes);
  });

  test('accepts nothing else', async () => {
    const head = `${COMMENT}setLimit(${VALUE});\nsettings.load(${VALUE});`;
    expect(await buildOf({ 'workflows/order.ts': order(head) })).toMatchObject([{ line: 5 }]);
  });
});

test('is told beside other errors, also behind an import', async () => {
  const files = {
    'lib/set-up.ts': `import { setLimit } from './index.ts';\nsetLimit(${VALUE});\n`,
    'workflows/order.ts': order(`import '../lib/set-up.ts';`).replace('emit(1)', 'emit(process.pid)'),
  };
  const found = (await buildOf(files)) as readonly Diagnostic[];
  expect(found.map(({ code }) => code).sort()).toEqual(['compile_global_reached', 'compile_setup_missing']);
});

test('files that pass a name on in a circle are followed once', async () => {
  const files = {
    'lib/one.ts': `export { a } from './two.ts';\n`,
    'lib/two.ts': `import { a } from './one.ts';\nexport { a };\n`,
    'workflows/order.ts': order(`import { a } from '../lib/one.ts';\na.set(${VALUE});`),
  };
  expect(await buildOf(files)).not.toEqual(MISSING);
});

test('each build judges anew, also where the rest of the file stays the same', async () => {
  const project = await createTempProject({ ...FILES, 'workflows/order.ts': order('console.log(process.pid);') });
  const builder = builderOf(project);
  await builder.build();
  await project.write({ 'workflows/order.ts': order(`setLimit(${VALUE});`) });
  await expect(builder.build()).rejects.toThrow('compile_setup_missing');
});
