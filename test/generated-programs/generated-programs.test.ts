/**
 * Random programs of all forms. More of them: `GENERATED_PROGRAMS=5000`; one again: `GENERATED_SEED` and
 * `GENERATED_PATH` as a failure prints them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findDirectives } from '../../compiler/analyze/find-directives.ts';
import { bindFile } from '../../compiler/analyze/inspect-module.ts';
import { type View, compileModule } from '../../compiler/compile-module.ts';
import { CompileFailure, createSourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';
import * as fc from '../fast-check.ts';
import type { SampleFile } from '../sample-bundle.ts';
import { runCompiled, runPlain } from '../sample-program.ts';
import { HANGS_AFTER_MS } from '../time-limits.ts';
import { spoilDirective, spoilings } from './misplace-directive.ts';
import { type GeneratedProgram, printProgram } from './print-program.ts';
import { programPlans } from './program-plan.ts';

const PROGRAMS = Number(process.env['GENERATED_PROGRAMS'] ?? 100);
/** Compiling alone is quick. */
const SPOILED_PER_PROGRAM = 3;
const MS_PER_PROGRAM = 2000;
const TIMEOUT_MS = Math.max(HANGS_AFTER_MS, PROGRAMS * MS_PER_PROGRAM);
const VIEWS: readonly View[] = ['application', 'client', 'workflow'];
/** A legal program may use one name for two things in a way that its author has to change. */
const EXPECTED_REFUSAL = 'compile_capture_ambiguous';

const dir = mkdtempSync(join(tmpdir(), 'generated-programs-'));
afterAll(() => rmSync(dir, { recursive: true }));

const { GENERATED_SEED: seed, GENERATED_PATH: path } = process.env;
const parameters = { numRuns: PROGRAMS, ...(seed ? { seed: Number(seed) } : {}), ...(path ? { path } : {}) };

describe('of random programs', () => {
  test('each is refused, or runs like the plain program with its steps outside', { timeout: TIMEOUT_MS }, async () => {
    let count = 0;
    let refused = 0;
    const property = fc.asyncProperty(programPlans, async (plan) => {
      const program = printProgram(plan);
      const file = writeProgram(`program-${count++}`, program);
      if (refusalOf(file, program.code)) refused++;
      else await naming(program, () => expectLikePlain(file, program.calls));
    });
    await fc.assert(property, parameters);
    expect(refused).toBeLessThan(count / 2);
  });

  test('each of which one directive is spoiled is refused at that place', { timeout: TIMEOUT_MS }, async () => {
    const property = fc.asyncProperty(programPlans, spoilings, async (plan, spoiling) => {
      const program = printProgram(plan);
      const { code, end, start } = spoilDirective(program.code, spoiling);
      await naming({ ...program, code }, () => {
        const { diagnostics } = failureOf({ dir, input: 'spoiled.ts' }, code)!;
        const there = diagnostics.filter(({ index }) => index >= start && index < end);
        expect(there.map((diagnostic) => diagnostic.code)).toEqual([expect.stringMatching(/^compile_directive_/)]);
      });
    });
    await fc.assert(property, { ...parameters, numRuns: PROGRAMS * SPOILED_PER_PROGRAM });
  });
});

function writeProgram(name: string, { code, modules, stepFile }: GeneratedProgram): SampleFile {
  const file = { dir: join(dir, name), input: 'program.ts' };
  mkdirSync(join(file.dir, 'modules'), { recursive: true });
  writeFileSync(join(file.dir, file.input), code);
  writeFileSync(join(file.dir, 'modules/steps.ts'), stepFile);
  for (const [module, text] of Object.entries(modules)) writeFileSync(join(file.dir, `modules/${module}.ts`), text);
  return file;
}

async function expectLikePlain(file: SampleFile, calls: Parameters<typeof runPlain>[1]): Promise<void> {
  const plain = await runPlain(file, calls);
  const compiled = await runCompiled(file, calls);
  expect(compiled.outcomes).toEqual(plain);
  expect(compiled.steps).not.toEqual([]);
  expect(plain.filter((outcome) => 'error' in outcome && !/^RangeError: (?:file )?step/.test(outcome.error))).toEqual(
    [],
  );
  expect(compiled.builtins).toEqual([]);
}

/** True for a program whose names its author must change. All else is compiled, without a directive that is left. */
function refusalOf(file: SampleFile, code: string): boolean {
  const failure = failureOf(file, code);
  if (failure) {
    const errors = failure.diagnostics.filter(({ severity }) => severity === 'error');
    expect([...new Set(errors.map(({ code }) => code))], failure.message).toEqual([EXPECTED_REFUSAL]);
    return true;
  }
  for (const view of VIEWS) expect(directivesIn(file, compile(file, code, view).code), code).toBe(0);
  return false;
}

function failureOf(file: SampleFile, code: string): CompileFailure | null {
  try {
    compile(file, code, 'client');
    return null;
  } catch (error) {
    if (error instanceof CompileFailure) return error;
    throw error;
  }
}

function compile(file: SampleFile, code: string, view: View) {
  return compileModule({ path: join(file.dir, file.input), name: file.input, moduleId: './program', code, view })!;
}

function directivesIn({ dir, input }: SampleFile, code: string): number {
  const file = createSourceFile({ path: join(dir, input), name: input, code });
  const found = findDirectives(bindFile(file, parseModule(file)));
  return found.file.length + found.functions.size + found.diagnostics.length;
}

/** A failure shows the program. */
async function naming({ code, modules, stepFile }: GeneratedProgram, check: () => unknown): Promise<void> {
  try {
    await check();
  } catch (error) {
    const others = Object.entries({ steps: stepFile, ...modules }).map(([name, text]) => `with ./${name}:\n${text}`);
    throw new Error(`${(error as Error).message}\nin this program:\n${code}\n${others.join('\n')}`, {
      cause: error,
    });
  }
}
