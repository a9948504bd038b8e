/**
 * `node test/libraries/run-programs.ts <folder>`: builds and runs each program in a folder of a project, and prints
 * what came of it as a line of JSON. A process of its own, as an application would be.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createBuilder } from '../../compiler/build/builder.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { Runtime } from '../../runtime/api/runtime.ts';
import { readSettings } from '../../runtime/api/settings.ts';
import { start } from '../../runtime/api/start.ts';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import type { Build } from '../../runtime/contract/build.ts';
import { systemClock } from '../../runtime/worker/system-clock.ts';
import { createWorld } from '../../runtime/world/open.ts';

/** The result of a program, as text, or why it fails. */
type Outcome = { value: string } | { error: string };

/** All that came of one program. */
export interface ProgramResult {
  name: string;
  /** Messages of the build. A program that it refuses does not run. */
  errors: string[];
  warnings: string[];
  /** Called as plain functions in Node. */
  plain: Outcome | null;
  /** As a workflow, once with the run in memory and once with a replay at every suspension. */
  live: Outcome | null;
  replayed: Outcome | null;
}

async function runProgram(name: string): Promise<ProgramResult> {
  const dir = makeProject(name);
  try {
    const { warnings } = await createBuilder({ rootDir: dir, outDir: '.workflow', tryBundle: loadAsRunsDo }).build();
    return {
      name,
      errors: [],
      warnings: warnings.map(({ message }) => message),
      plain: await runPlain(dir),
      live: await runWorkflow(dir, ''),
      replayed: await runWorkflow(dir, '0'),
    };
  } catch (error) {
    const errors = error instanceof CompileFailure ? error.diagnostics.map(({ message }) => message) : [String(error)];
    return { name, errors, warnings: [], plain: null, live: null, replayed: null };
  }
}

function runPlain(dir: string): Promise<Outcome> {
  return outcomeOf(async () => {
    const { program } = (await import(join(dir, 'workflows/program.ts'))) as { program(): Promise<unknown> };
    return await program();
  });
}

/** A project for each program, so that one that is refused says nothing of the others. */
function makeProject(name: string): string {
  const dir = join(folder, '..', `project-${name}`);
  mkdirSync(join(dir, 'workflows'), { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  copyFileSync(join(folder, `${name}.ts`), join(dir, 'workflows/program.ts'));
  copyFileSync(join(import.meta.dirname, 'echo.ts'), join(dir, 'echo.ts'));
  return dir;
}

async function runWorkflow(dir: string, liveRuns: string): Promise<Outcome> {
  const { bundle } = (await import(join(dir, '.workflow/workflows.mjs'))) as Pick<Build, 'bundle'>;
  const { loadSteps } = (await import(join(dir, '.workflow/steps.mjs'))) as { loadSteps(): Promise<Build['steps']> };
  const manifest = JSON.parse(readFileSync(join(dir, '.workflow/manifest.json'), 'utf8')) as Build['manifest'];
  const runtime = new Runtime(readSettings({ WORKFLOW_LIVE_RUNS: liveRuns, WORKFLOW_LOG_LEVEL: 'off' }), systemClock);
  runtime.setWorld(await createWorld({ kind: 'memory' }));
  Object.assign(globalThis, { [Symbol.for('workflow.runtime')]: runtime });
  try {
    await runtime.useBuild({ bundle, steps: await loadSteps(), manifest });
    await runtime.start();
    return await outcomeOf(async () => {
      const run = await start({ workflowId: 'workflow//./workflows/program//program' }, []);
      return await run.returnValue;
    });
  } finally {
    await runtime.close();
  }
}

async function outcomeOf(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: textOf(await withinLimit(run())) };
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: Error };
    return { error: cause ? `${cause.name}: ${cause.message}` : `${name}: ${message}` };
  }
}

const LIMIT_MS = 20_000;

/** A program that waits for something that never comes must not keep the others from running. */
function withinLimit(result: Promise<unknown>): Promise<unknown> {
  const limit = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no result after ${LIMIT_MS} ms`)), LIMIT_MS).unref();
  });
  return Promise.race([result, limit]);
}

/** Also of what JSON does not tell apart. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => {
    if (field instanceof Map || field instanceof Set) return { [field.constructor.name]: [...field] };
    if (typeof field === 'bigint' || field === undefined) return `${typeof field} ${String(field)}`;
    return field;
  });
}

const [folder, only] = process.argv.slice(2) as [string, string?];
for (const file of readdirSync(folder)) {
  const name = basename(file, '.ts');
  if (only && name !== only) continue;
  console.log(JSON.stringify(await runProgram(name)));
}
process.exit();
