/**
 * Samples of what people write. Each folder of `samples/` holds `input.ts` (or `.tsx`, `.js`), in `modules/` what it
 * imports, and what comes of it: three views, with `run.json` that says how it is called, or the text of the error.
 * `npx vitest run test/samples.test.ts -u` writes views and errors anew.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type View, compileModule } from '../compiler/compile-module.ts';
import { findDirectives } from '../compiler/analyze/find-directives.ts';
import { bindFile } from '../compiler/analyze/inspect-module.ts';
import { CompileFailure, createSourceFile } from '../compiler/diagnostics.ts';
import { parseModule } from '../compiler/parse-module.ts';
import { type SampleCall, callableWorkflows, openClient, runClient, runCompiled, runPlain } from './sample-program.ts';

const SAMPLES = fileURLToPath(new URL('./samples/', import.meta.url));
const VIEWS: readonly View[] = ['application', 'client', 'workflow'];

interface Sample {
  name: string;
  dir: string;
  input: string;
}

interface RunFile {
  /** Of workflows, by name path. */
  calls: SampleCall[];
  /** Of other exports, as the application makes them. */
  direct?: SampleCall[];
  /** Name paths of the steps that must have run outside the workflow, in order. */
  steps: string[];
}

const samples = readdirSync(SAMPLES).map((name): Sample => {
  const dir = join(SAMPLES, name);
  return { name, dir, input: readdirSync(dir).find((file) => file.startsWith('input.'))! };
});

// Some samples listen for the end of their process, which is this one.
const listeners = process.listeners('exit');
afterEach(() => {
  for (const one of process.listeners('exit')) if (!listeners.includes(one)) process.off('exit', one);
});

const isRefused = ({ name }: Sample): boolean => name.startsWith('error-');
const accepted = samples.filter((sample) => !isRefused(sample));

describe.each(samples.filter(isRefused))('$name', (sample) => {
  test('is refused with what, where and how to fix it', async () => {
    await expect(failureOf(sample)).toMatchFileSnapshot(join(sample.dir, 'error.txt'));
  });
});

describe.each(accepted)('$name', (sample) => {
  test.each(VIEWS)('gives the %s view', async (view) => {
    const compiled = compile(sample, view);
    const extension = sample.input.slice('input'.length);
    await expect(compiled.code).toMatchFileSnapshot(join(sample.dir, `${view}${extension}`));
    expect(directivesIn(sample, compiled.code)).toBe(0);
  });

  test('finds the workflows and steps', async () => {
    const { info, warnings } = compile(sample, 'client');
    const found = [
      ...info.workflows.map(({ workflowId }) => workflowId),
      ...info.steps.map(({ stepName }) => stepName),
      ...info.classes.map(({ classId }) => classId),
      ...warnings.map(({ text }) => `\nwarning: ${text}`),
    ];
    await expect(`${found.join('\n')}\n`).toMatchFileSnapshot(join(sample.dir, 'info.txt'));
  });
});

describe.each(accepted)('$name', (sample) => {
  const { calls, direct = [], steps } = readRunFile(sample);

  test('runs like the plain program, with its steps outside', async () => {
    const plain = await runPlain(sample, calls);
    const compiled = await runCompiled(sample, calls);
    expect(compiled.outcomes).toEqual(plain);
    expect(plain.filter((outcome) => 'error' in outcome && /TypeError|ReferenceError/.test(outcome.error))).toEqual([]);
    expect(compiled.steps).toEqual(steps);
    expect(compiled.builtins).toEqual([]);
  });

  test('can be used by the application, which cannot run its workflows by calling them', async () => {
    const client = await openClient(sample);
    expect(await runClient(client, direct)).toEqual(await runPlain(sample, direct));
    expect(await callableWorkflows(client)).toEqual([]);
  });
});

function readRunFile({ dir }: Sample): RunFile {
  return JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')) as RunFile;
}

function compile({ dir, input }: Sample, view: View) {
  const compiled = compileModule({
    path: join(dir, input),
    name: input,
    moduleId: './input',
    code: readFileSync(join(dir, input), 'utf8'),
    view,
  });
  if (!compiled) throw new Error(`${input} holds no directive`);
  return compiled;
}

/** How many directives a view holds; a text that cannot be parsed throws. */
function directivesIn({ dir, input }: Sample, code: string): number {
  const file = createSourceFile({ path: join(dir, input), name: input, code });
  const found = findDirectives(bindFile(file, parseModule(file)));
  return found.file.length + found.functions.size + found.diagnostics.length;
}

function failureOf(sample: Sample): string {
  try {
    compile(sample, 'client');
  } catch (error) {
    if (error instanceof CompileFailure) return `${error.message}\n`;
    throw error;
  }
  throw new Error(`${sample.input} was accepted`);
}
