/**
 * Programs about classes give the same, plain and compiled: each runs as the plain program that its source is, and as a
 * run of a built project, with and without a replay at every wait. One build and one process serve all of them.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { lowerClasses } from '../../compiler/build/lower-classes.ts';
import { builderOf } from '../compiler-build/project-builder.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';
import { installNode } from '../package/old-node.ts';
import { decorated } from './decorated.ts';
import { instances } from './instances.ts';
import { staticMembers } from './static-members.ts';
import { staticWorkflows } from './static-workflows.ts';

interface Program {
  title: string;
  /** Of its file. */
  name: string;
  code: string;
  /** Its workflow, as a name path. */
  workflow: string;
}

const programs = Object.entries({ ...staticMembers, ...staticWorkflows, ...decorated, ...instances }).map(
  ([title, code], index): Program => ({
    title,
    name: `p${index}`,
    code: code.replaceAll('./FILE', `./p${index}.ts`),
    workflow: / (?:class|const) Main\b/.test(code) ? 'Main.main' : 'main',
  }),
);

/** A module that two of them import, each a copy of its own. */
const TRACED = `export const trace: string[] = [];
export const traced = (fn: any, { name }: any) => function (this: any, ...args: any[]) { trace.push(String(name)); return fn.apply(this, args); };
`;

/** Prints what comes of each program; one that hangs is an error. */
const REPORT = `const report = {};
const hangs = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
for (const [name, call] of Object.entries(calls)) {
  try { report[name] = { value: await Promise.race([call(), hangs(AbortSignal.timeout(5_000))]) }; }
  catch (error) { report[name] = { error: String(error.cause ?? error) }; }
}
console.log(JSON.stringify(report));
`;

type Report = Record<string, { value?: unknown; error?: string }>;

/** A project with all programs, built and as plain modules. */
async function createPrograms(): Promise<TempProject> {
  const files = programs.map(({ name, code }) => [`workflows/${name}.ts`, code] as const);
  const modules = { 'workflows/traced.ts': TRACED, 'workflows/traced-too.ts': TRACED };
  const project = await createTempProject({ ...modules, ...Object.fromEntries(files) });
  await builderOf(project).build();
  const imports = programs.map(({ name }) => `import * as ${name} from './workflows/${name}.ts';\n`);
  const calls = programs.map(({ name, workflow }) => `${name}: () => ${name}.${workflow}()`);
  await project.write({ 'all.ts': `${imports.join('')}export const calls = { ${calls.join(', ')} };` });
  const build = await rolldown({
    input: project.path('all.ts'),
    platform: 'node',
    external: /^workflow/,
    plugins: [lowerClasses()],
    transform: { target: 'node22.13' },
    logLevel: 'silent',
  });
  // One module for each file, so that no name changes.
  await build.write({ dir: project.path('plain'), format: 'esm', preserveModules: true, entryFileNames: '[name].mjs' });
  await build.close();
  return project;
}

const PLAIN = `import { calls } from './plain/all.mjs'; ${REPORT}`;

const compiledWith = (liveRuns: string): string => `process.env.WORKFLOW_WORLD = 'memory';
process.env.WORKFLOW_LIVE_RUNS = '${liveRuns}';
const { start } = await import('workflow/api');
const { getWorld, registerBuild } = await import('workflow/runtime');
const { bundle } = await import('./.workflow/workflows.mjs');
const { loadSteps } = await import('./.workflow/steps.mjs');
await registerBuild({ bundle, steps: await loadSteps(), manifest: {} });
await getWorld().start();
const calls = {};
for (const [name, path] of ${JSON.stringify(programs.map(({ name, workflow }) => [name, workflow]))})
  calls[name] = async () => (await start({ workflowId: 'workflow//./workflows/' + name + '//' + path })).returnValue;
${REPORT}
await getWorld().close();
`;

/** Runs a script with this Node, which may not know types without being told. */
async function runOn(node: string, { dir }: TempProject, code: string): Promise<Report> {
  const args = ['--no-warnings', '--experimental-strip-types', '--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(node, args, { cwd: dir, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as Report;
}

async function expectSame(node: string): Promise<void> {
  const project = await createPrograms();
  const reports = await Promise.all(
    [PLAIN, compiledWith(''), compiledWith('0')].map((code) => runOn(node, project, code)),
  );
  const [plain, live, replayed] = reports.map((report) =>
    programs.map(({ title, name, code }) => ({ title, code, ...report[name] })),
  );
  expect(live).toEqual(plain);
  expect(replayed).toEqual(plain);
}

test('programs about classes do the same, plain and compiled, with and without replay', async () => {
  await expectSame(process.execPath);
});

test('they do so on the oldest Node, whose contexts know no "using"', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-oldest-node-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  await expectSame(await installNode(dir, '22.13.1'));
});
