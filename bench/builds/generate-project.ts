/** Writes the project that builds are measured on: 50 files of workflows, 500 steps, 200 files without directives. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../..');
const FLOWS = 50;
const STEPS_PER_FILE = 10;
const PLAIN_FILES = 200;
/** The package that the workflows use besides `workflow`: real code of some size. */
const PACKAGE = 'zod';

export interface GeneratedProject {
  dir: string;
  /** Writes a file anew. Its name counts from `dir`. */
  write(name: string, code: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes the project in a temporary folder.
 * @param workflowDir Where the package `workflow` is that it has installed.
 */
export async function generateProject(workflowDir: string): Promise<GeneratedProject> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'workflow-bench-builds-')));
  const write = async (name: string, code: string): Promise<void> => {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), code);
  };
  await write('package.json', JSON.stringify({ type: 'module' }));
  for (let i = 0; i < FLOWS; i++) {
    await write(flowFile(i), flowCode(i));
    await write(stepFile(i), stepCode(i));
  }
  for (let i = 0; i < PLAIN_FILES; i++) await write(plainFile(i), plainCode(i));
  await linkPackages(dir, workflowDir);
  return { dir, write, remove: () => rm(dir, { recursive: true, force: true }) };
}

export const flowFile = (i: number): string => `workflows/flow-${i}.ts`;
export const stepFile = (i: number): string => `workflows/steps/steps-${i}.ts`;
const plainFile = (i: number): string => `workflows/lib/plain-${i}.ts`;

/** @param variant Another one is another text of the workflow. */
export function flowCode(i: number, variant = 0): string {
  const names = Array.from({ length: STEPS_PER_FILE }, (_, step) => `step${step}`);
  return `import { sleep } from 'workflow';
import { z } from 'zod';
import { plain${i} } from './lib/plain-${i}.ts';
import { ${names.join(', ')} } from './steps/steps-${i}.ts';

const input = z.object({ id: z.string(), amount: z.number().min(0) });

export async function flow${i}(given: unknown): Promise<string> {
  'use workflow';
  const { id, amount } = input.parse(given);
  let total = plain${i}(amount) + ${variant};
  for (const step of [${names.slice(0, 5).join(', ')}]) total += await step(id, total);
  if (total > 100) await sleep('1 day');
  const others = await Promise.all([${names.slice(5).join(', ')}].map((step) => step(id, total)));
  return others.join() + id;
}
`;
}

/** @param variant Another one is another text in the body of a step. */
export function stepCode(i: number, variant = 0): string {
  const steps = Array.from(
    { length: STEPS_PER_FILE },
    (_, step) => `
export async function step${step}(id: string, amount: number): Promise<number> {
  'use step';
  const path = join('data', createHash('sha256').update(id + ${step === 0 ? variant : step}).digest('hex'));
  await writeFile(path, JSON.stringify({ id, amount: plain${i}(amount) }));
  return amount + ${step};
}
`,
  );
  return `import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plain${i} } from '../lib/plain-${i}.ts';
${steps.join('')}`;
}

function plainCode(i: number): string {
  const lines = Array.from({ length: 40 }, (_, line) => `  if (value === ${line}) return value * ${line + i};`);
  const next = i + FLOWS < PLAIN_FILES ? i + FLOWS : null;
  const imported = next === null ? '' : `import { plain${next} } from './plain-${next}.ts';\n\n`;
  return `${imported}/** Does a sum. */
export function plain${i}(value: number): number {
${lines.join('\n')}
  return ${next === null ? 'value' : `plain${next}(value)`} + ${i};
}
`;
}

async function linkPackages(dir: string, workflowDir: string): Promise<void> {
  await mkdir(join(dir, 'node_modules'));
  const link = (from: string, name: string) => symlink(from, join(dir, 'node_modules', name), 'dir');
  await link(workflowDir, 'workflow');
  await link(join(REPOSITORY, 'node_modules', PACKAGE), PACKAGE);
}
