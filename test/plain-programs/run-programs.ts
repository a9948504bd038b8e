/** Runs programs as plain code, and as a build of one project whose workflows run on a real runtime. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { createBuilder } from '../../compiler/build/builder.ts';
import { lowerClasses } from '../../compiler/build/lower-classes.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { tryBundle } from '../../runtime/entries/try-bundle.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';
import type { Program } from './set-up-places.ts';

/** The result of a workflow: its value, or its error. */
export type Outcome = { value: unknown } | { error: string };

/** The outcomes of programs, in their order. */
export interface Outcomes {
  plain: Outcome[];
  compiled: Outcome[];
  leftOut: Manifest['leftOut'];
}

/**
 * Runs all programs both ways.
 * @param liveRuns How many suspended runs stay in memory; 0 replays at every suspension.
 */
export async function runBothWays(programs: readonly Program[], liveRuns: number): Promise<Outcomes> {
  const files = programs.flatMap((program, index) =>
    Object.entries(program.files).map(([name, code]) => [`programs/p${index}/${name}`, code] as const),
  );
  const project = await createTempProject(Object.fromEntries(files));
  const { manifest } = await createBuilder({
    rootDir: project.dir,
    dirs: ['programs'],
    outDir: '.workflow',
    tryBundle: (bundle) => tryBundle(bundle, { nowMs: 0, timeoutMs: 5000 }),
  }).build();
  const plain: Outcome[] = [];
  for (const index of programs.keys()) plain.push(await runPlain(project, index));
  return {
    plain,
    compiled: await project.run<Outcome[]>(server(programs.length, liveRuns)),
    leftOut: manifest.leftOut,
  };
}

/** Bundled alone, so that nothing of another program changes its packages. */
async function runPlain(project: TempProject, index: number): Promise<Outcome> {
  const build = await rolldown({
    input: project.path(`programs/p${index}/flow.ts`),
    platform: 'node',
    logLevel: 'silent',
    treeshake: false,
    transform: { target: 'node22.13' },
    plugins: [lowerClasses()],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, keepNames: true });
  await build.close();
  const dir = mkdtempSync(join(tmpdir(), 'workflow-plain-'));
  try {
    const path = join(dir, `p${index}.mjs`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, output[0].code);
    const { flow } = (await import(/* @vite-ignore */ path)) as { flow: () => Promise<unknown> };
    return { value: JSON.parse(JSON.stringify(await flow())) };
  } catch (error) {
    return { error: String(error) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const server = (count: number, liveRuns: number): string => `import { readFileSync } from 'node:fs';
import { start } from 'workflow/api';
import { getWorld, registerBuild } from 'workflow/runtime';
import { bundle } from './.workflow/workflows.mjs';

process.env.WORKFLOW_WORLD = 'memory';
process.env.WORKFLOW_LIVE_RUNS = '${liveRuns}';
const { loadSteps } = await import('./.workflow/steps.mjs');
const steps = await loadSteps();
await registerBuild({ bundle, steps, manifest: JSON.parse(readFileSync('.workflow/manifest.json', 'utf8')) });
const outcomes = await Promise.all(Array.from({ length: ${count} }, async (_, index) => {
  try {
    const run = await start({ workflowId: 'workflow//./programs/p' + index + '/flow//flow' });
    return { value: await run.returnValue };
  } catch (error) {
    return { error: String(error.cause ?? error) };
  }
}));
console.log(JSON.stringify(outcomes));
await getWorld().close();
`;
