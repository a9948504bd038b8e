/**
 * `node measure-builds.ts ours|vercel`, forked: builds the project again and again in one process, and sends how long
 * it took.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from '../statistics.ts';
import { flowCode, flowFile, generateProject, type GeneratedProject, stepCode, stepFile } from './generate-project.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const PEERS = join(REPOSITORY, 'bench/peers/node_modules');

/** Times in milliseconds: the median of so many builds, on the clock and of the processor. */
export interface BuildTimes {
  scenario: string;
  builds: number;
  wallMs: number;
  cpuMs: number;
}

type SystemName = 'ours' | 'vercel';
type Build = () => Promise<unknown>;

const SYSTEMS: Record<SystemName, { workflowDir: string; open(dir: string): Promise<Build> }> = {
  ours: { workflowDir: REPOSITORY, open: openOurs },
  vercel: { workflowDir: join(PEERS, 'workflow'), open: openVercel },
};

async function openOurs(dir: string): Promise<Build> {
  const { createBuilder } = await import('../../compiler/build/builder.ts');
  const { tryBundle } = await import('../../runtime/entries/try-bundle.ts');
  const builder = createBuilder({
    rootDir: dir,
    outDir: '.workflow',
    tryBundle: (bundle) => tryBundle(bundle, { nowMs: 0, timeoutMs: 5000 }),
  });
  return () => builder.build();
}

interface PeerBuilder {
  new (config: Record<string, unknown>): { build(): Promise<void> };
}

async function openVercel(dir: string): Promise<Build> {
  const path = createRequire(join(PEERS, 'index.js')).resolve('@workflow/builders');
  const { StandaloneBuilder }: { StandaloneBuilder: PeerBuilder } = await import(pathToFileURL(path).href);
  process.chdir(dir);
  const builder = new StandaloneBuilder({
    buildTarget: 'standalone',
    dirs: ['workflows'],
    workingDir: dir,
    workflowsBundlePath: './flow.cjs',
    stepsBundlePath: './step.cjs',
    webhookBundlePath: './webhook.mjs',
  });
  return () => builder.build();
}

/** The edit before each build, with another text each time. */
const EDITS: Record<string, (project: GeneratedProject, n: number) => Promise<void>> = {
  'nothing changed': async () => undefined,
  'body of a step': (project, n) => project.write(stepFile(7), stepCode(7, 1000 + n)),
  'body of a step, with more lines': (project, n) => project.write(stepFile(8), withLines(stepCode(8), n + 1)),
  'body of a workflow': (project, n) => project.write(flowFile(9), flowCode(9, 1000 + n)),
  'new file': (project, n) => project.write(`workflows/new-${n}.ts`, flowCode(9).replace('flow9', `new${n}`)),
};

const withLines = (code: string, lines: number): string =>
  code.replace('const path', `${'\n'.repeat(lines)}const path`);

const BUILDS = 5;

async function measureAll(name: SystemName): Promise<BuildTimes[]> {
  const { workflowDir, open } = SYSTEMS[name];
  const project = await generateProject(workflowDir);
  try {
    const build = await open(project.dir);
    const times = [await measure('first build', 1, build)];
    for (const [scenario, edit] of Object.entries(EDITS)) {
      times.push(await measure(scenario, BUILDS, build, (n) => edit(project, n)));
    }
    return times;
  } finally {
    await project.remove();
  }
}

async function measure(
  scenario: string,
  builds: number,
  build: Build,
  edit: (n: number) => Promise<void> = async () => undefined,
): Promise<BuildTimes> {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let n = 0; n < builds; n++) {
    await edit(n);
    const begunCpu = process.cpuUsage();
    const begun = performance.now();
    await build();
    wall.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(begunCpu);
    cpu.push((user + system) / 1000);
  }
  return { scenario, builds, wallMs: median(wall), cpuMs: median(cpu) };
}

process.send!(await measureAll(process.argv[2] as SystemName));
process.disconnect();
