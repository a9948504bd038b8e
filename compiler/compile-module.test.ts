import { SourceMap } from 'node:module';
import { describe, expect, test } from 'vitest';
import { Positions } from './code-frame.ts';
import { type CompiledModule, type View, compileModule } from './compile-module.ts';
import { CompileFailure } from './diagnostics.ts';

const VIEWS: readonly View[] = ['application', 'client', 'workflow'];

function compile(code: string, options: { path?: string; view?: View } = {}): CompiledModule | null {
  const { path = '/app/workflows/order.ts', view = 'client' } = options;
  return compileModule({ path, name: 'workflows/order.ts', moduleId: './workflows/order', code, view });
}

function failureOf(code: string): CompileFailure {
  try {
    compile(code);
  } catch (error) {
    if (error instanceof CompileFailure) return error;
    throw error;
  }
  throw new Error('The code was accepted.');
}

test.each([
  'export const text = "use step";',
  "// 'use step'\nexport async function charge() {}",
  "export const list = ['use workflow', `use step`];",
  'export async function charge() {}',
  "'use client';\nexport function Page() {}",
])('a file without a directive is left alone: %s', (code) => {
  expect(compile(code)).toBeNull();
});

test('a file with a class whose instances can be passed is compiled although it has no directive', () => {
  const code = `export class Money {
  static [Symbol.for('workflow-serialize')](money) { return money.cents; }
}
track(Money);`;
  const compiled = compile(code, { view: 'workflow' })!;
  expect(compiled.info.classes).toMatchObject([{ name: 'Money', classId: 'class//./workflows/order//Money' }]);
  expect(compiled.code).toContain('registerClass("class//./workflows/order//Money", this, "Money")');
  expect(compiled.code).toContain('track(Money);');
});

test('what a file holds is told with name paths, ids and places', () => {
  const code = `export async function order() { 'use workflow'; }
export const charge = async () => { 'use step'; };`;
  expect(compile(code)!.info).toEqual({
    workflows: [{ name: 'order', workflowId: 'workflow//./workflows/order//order', index: 7 }],
    steps: [{ name: 'charge', stepName: 'step//./workflows/order//charge', index: code.indexOf('async () =>') }],
    classes: [],
    calledClasses: [],
  });
});

test('all errors of a file are told at once, in source order', () => {
  const failure = failureOf(`export function first() { 'use step'; }
export async function second() { 'use stepp'; }
export function third() { 'use workflow'; }`);
  expect(failure.diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
    ['compile_function_sync', 1, 8],
    ['compile_directive_misspelled', 2, 34],
    ['compile_function_sync', 3, 8],
  ]);
  expect(failure.message).toContain('workflows/order.ts:1:8: Step "first" must be async');
});

test('an error is told again for the other views of the same text', () => {
  const code = "export function first() { 'use step'; }";
  for (const view of VIEWS) expect(() => compile(code, { view })).toThrow(CompileFailure);
});

test('a changed text is analyzed anew', () => {
  expect(compile("async function one() { 'use step'; }")!.info.steps[0]!.name).toBe('one');
  expect(compile("async function two() { 'use step'; }")!.info.steps[0]!.name).toBe('two');
});

test('a step without a name is a warning, since its id changes with the order', () => {
  const { warnings } = compile("run(async () => { 'use step'; });")!;
  expect(warnings.map(({ severity, code, line, column }) => [severity, code, line, column])).toEqual([
    ['warning', 'compile_function_anonymous', 1, 5],
  ]);
});

test('a function of "workflow" in a step or workflow where it throws is a warning, and nowhere else', () => {
  const { warnings } = compile(`import { sleep, createHook as open, getStepMetadata } from 'workflow';
import * as durable from 'workflow';
export async function step() { 'use step'; getStepMetadata(); await sleep(1); return [open, () => open()]; }
export async function flow() { 'use workflow'; await durable.sleep(1); open(); durable.getStepMetadata(); }
export async function both() { 'use workflow'; const inner = async () => { 'use step'; await durable.sleep(1); }; await inner(); }
export const nowhere = async (sleep: () => void) => { sleep(); open(); };`)!;
  expect(warnings.map(({ severity, code, line, column }) => [severity, code, line, column])).toEqual([
    ['warning', 'context_not_in_workflow', 3, 69],
    ['warning', 'context_not_in_workflow', 3, 99],
    ['warning', 'context_not_in_step', 4, 80],
    ['warning', 'context_not_in_workflow', 5, 94],
  ]);
});

describe('source maps', () => {
  const code = `\uFEFF// Grüße 🎉\r
import { mark0 } from 'lib';\r
export async function flow(mark1 = 1) { 'use workflow'; const a = mark2(); /* 🎉 */ await nested(mark3);\r
  async function nested(mark4: number) { 'use step'; return a + mark5(mark4); }\r
  return mark6;\r
}\r
function factory(tenant: string) {\r
  const inner = async () => { 'use step'; throw mark7(tenant); };\r
  return { inner, async method() { 'use step';\r
      mark8(); } };\r
}\r
export const tools = { run: async (mark9: string) => { 'use step'; return mark10.call(mark9); }, other: mark11 };\r
class Orders { static async charge() { 'use step'; mark12(); } async refund() { 'use step'; this.mark13(); } after = mark14; }\r
export default async function () { 'use step'; mark15(); }\r
export { Orders, factory };\r
const é = mark16(é => mark17), dropped = 1, kept = mark18;\r
export { kept, é }; mark19;`;

  /** Every `mark<number>` of a text, and where it stands, by position. */
  function marksIn(text: string): { name: string; line: number; column: number }[] {
    const positions = new Positions(text);
    return [...text.matchAll(/mark\d+/g)].map((match) => ({ name: match[0], ...positions.at(match.index) }));
  }

  test.each(VIEWS)('of the %s view lead back to the line and column of every name', (view) => {
    const compiled = compile(code, { view })!;
    const map = new SourceMap(JSON.parse(compiled.map.toString()));
    const original = marksIn(code);
    for (const mark of marksIn(compiled.code)) {
      const entry = map.findEntry(mark.line - 1, mark.column);
      expect(entry).toMatchObject({ generatedLine: mark.line - 1, generatedColumn: mark.column });
      const { originalLine, originalColumn } = entry as { originalLine: number; originalColumn: number };
      const found = { name: mark.name, line: originalLine + 1, column: originalColumn };
      expect(original).toContainEqual(found);
    }
  });

  test('hold the source text and its path, so that tools need not find the file', () => {
    const { map } = compile(code)!;
    expect(map.sources).toEqual(['/app/workflows/order.ts']);
    expect(map.sourcesContent).toEqual([code]);
  });

  test('cover all code of steps in the step view, and all code of workflows in the workflow view', () => {
    const names = (view: View): string[] => [
      ...new Set(marksIn(compile(code, { view })!.code).map(({ name }) => name)),
    ];
    expect(names('application')).toEqual(
      expect.arrayContaining(['mark5', 'mark7', 'mark8', 'mark10', 'mark12', 'mark13', 'mark15']),
    );
    expect(names('workflow')).toEqual(
      expect.arrayContaining(['mark2', 'mark3', 'mark6', 'mark11', 'mark14', 'mark16', 'mark18']),
    );
    expect(names('workflow')).not.toContain('mark5');
  });
});

test.each([
  'static { registerClass("class//./workflows/order//Money", this, "Money"); }',
  'static { e(`class//./workflows/order//Money`,this) }',
  'static { registerClass$1("class//./workflows/order//Money", this); }',
])('a class that a build has registered is not compiled again: %s', (registration) => {
  const code = `const S = Symbol.for('workflow-serialize');\nexport class Money { static [S]() { return 1; } ${registration} }`;
  const options = { path: '/app/.vite/steps.mjs', name: '.vite/steps.mjs', moduleId: './.vite/steps' };
  expect(compileModule({ ...options, code, view: 'client' })).toBeNull();
  expect(compileModule({ ...options, code: code.replace(registration, ''), view: 'client' })).not.toBeNull();
});
