/** The completions of the plugin. */
import { describe, expect, test } from 'vitest';
import type ts from 'typescript-6';
import { RETRY_OPTION_NAMES, STEP_OPTION_NAMES } from '../../runtime/values/step-options.ts';
import { RETRY_OPTIONS, STEP_OPTIONS } from '../../ts-plugin/analysis/code/step-option-texts.ts';
import { COMPILERS } from './editor.ts';
import { type MarkedProject, openMarked } from './marked-project.ts';

function entriesAt({ editor, path, at }: MarkedProject, mark = '', file = 'main.ts'): readonly ts.CompletionEntry[] {
  const options = { includeCompletionsForModuleExports: true, includeCompletionsWithInsertText: true };
  return editor.service.getCompletionsAtPosition(path(file), at(mark, file), options)?.entries ?? [];
}

/** The texts of the completions that only the plugin offers. */
function ownAt(project: MarkedProject): string[] {
  return entriesAt(project)
    .filter(({ sortText }) => sortText === '0')
    .map(({ name }) => name);
}

function writtenBy({ editor, path }: MarkedProject, { insertText, replacementSpan }: ts.CompletionEntry): string {
  const text = editor.textOf(path());
  const { start, length } = replacementSpan!;
  return text.slice(0, start) + insertText + text.slice(start + length);
}

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_, typescript) => {
  test.each([
    ['async function f() { /**/ }', ["'use workflow'", "'use step'"], "async function f() { 'use workflow' }"],
    ['async function f() { us/**/ }', ["'use workflow'", "'use step'"], "async function f() { 'use workflow' }"],
    ["async function f() { 'use w/**/'; }", ['use workflow', 'use step'], "async function f() { 'use workflow'; }"],
    [
      'const f = async () => {\n  "/**/"\n};',
      ['use workflow', 'use step'],
      'const f = async () => {\n  "use workflow"\n};',
    ],
    [
      "'/**/';\nexport async function f() {}",
      ['use workflow', 'use step'],
      "'use workflow';\nexport async function f() {}",
    ],
    ['class A { async m() { /**/ } }', ["'use step'"], "class A { async m() { 'use step' } }"],
    [
      "async function f() { 'use strict'; /**/ }",
      ["'use workflow'", "'use step'"],
      "async function f() { 'use strict'; 'use workflow' }",
    ],
  ])('directives: %s', (text, names, written) => {
    using project = openMarked(text, { typescript });
    expect(ownAt(project)).toEqual(names);
    expect(
      writtenBy(
        project,
        entriesAt(project).find(({ sortText }) => sortText === '0')!,
      ),
    ).toBe(written);
    const details = project.editor.service.getCompletionEntryDetails(
      ...([project.path(), project.at(''), names[0]!, {}, undefined, {}, undefined] as const),
    );
    expect(details?.documentation?.[0]?.text).toMatch(/^This function is a /);
    expect(project.editor.logged).toEqual([]);
  });

  const STEP = "async function charge() { 'use step'; }\n";
  const OPTIONS = ['maxRetries', 'retry', 'timeout', 'heartbeatTimeout', 'concurrency', 'worker', 'label'];
  const OF_RETRY = ['maxRetries', 'backoff', 'minDelay', 'maxDelay', 'jitter', 'shouldRetry'];

  const PLACES: [text: string, names: string[]][] = [
    ['charge./**/', OPTIONS],
    ['charge.ti/**/;\nexport const x = 1;', OPTIONS],
    ['charge.re/**/ = {};', OPTIONS],
    ['const steps = { charge }; steps.charge./**/', OPTIONS],
    ['charge.retry = { /**/ };', OF_RETRY],
    ["charge.retry = { backoff: 'none', ma/**/ };", OF_RETRY.filter((name) => name !== 'backoff')],
    ['charge.retry = { /**/maxDelay: 5 };', OF_RETRY],
    ["charge.retry = { backoff: '/**/' };", ['none', 'linear', 'exponential']],
    ["charge.retry = { minDelay: '5 /**/' };", ['5 seconds', '5 minutes', '5 hours', '5 days', '5 weeks']],
    ["charge.timeout = '5 /**/';", ['5 seconds', '5 minutes', '5 hours', '5 days', '5 weeks']],
    ["charge.other = '5 /**/';", []],
    ['charge.retry = { backoff: /**/ };', []],
    ['function plain() {}\nplain./**/', []],
    ['const read = charge./**/;', []],
  ];

  test('options of steps, and their values', () => {
    const files = PLACES.map(([text], index) => [`place${index}.ts`, `${STEP}${text}\nexport {};\n`]);
    using project = openMarked(Object.fromEntries(files) as Record<string, string>, { typescript });
    const offered = PLACES.map(([text], index) => [text, entriesAt(project, '', `place${index}.ts`)] as const);
    const own = offered.map(([text, entries]) => [
      text,
      entries.filter(({ sortText }) => sortText === '0').map(({ name }) => name),
    ]);
    expect(own).toEqual(PLACES);
    const twice = offered.filter(([, entries]) => new Set(entries.map(({ name }) => name)).size < entries.length);
    expect(twice).toEqual([]);
    expect(project.editor.logged).toEqual([]);
  });

  test.each([
    "async function f() { 'use step'; /**/ }",
    'async function f() { const x = 1; /**/ }',
    "async function f() { console.log('/**/'); }",
    'const o = { a: 1 }; o./**/;',
    'class A { /**/ }',
    "const text = 'use /**/';",
  ])('no directives: %s', (text) => {
    using project = openMarked(text, { typescript });
    expect(ownAt(project)).toEqual([]);
  });

  test('lengths of time where one is expected, with the typed number', () => {
    using empty = openMarked(
      "import { sleep } from 'workflow';\nasync function f() { 'use workflow'; await sleep('/**/'); }",
      { typescript },
    );
    expect(ownAt(empty)).toContain('5 minutes');
    using begun = openMarked(
      "import { sleep } from 'workflow';\nasync function f() { 'use workflow'; await sleep('12/**/'); }",
      { typescript },
    );
    expect(ownAt(begun)).toEqual(['12 seconds', '12 minutes', '12 hours', '12 days', '12 weeks']);
  });

  test('codes in a suppressing comment, those of the file first', () => {
    using project = openMarked("export async function f() {\n  // workflow-ignore-next-line /**/\n  'use setp';\n}", {
      typescript,
    });
    expect(ownAt(project)[0]).toBe('compile_directive_misspelled');
    using comment = openMarked('// work/**/', { typescript });
    expect(ownAt(comment)).toEqual(['workflow-ignore-next-line', 'workflow-ignore-file']);
    using reason = openMarked('// workflow-ignore-file data_x -- because /**/', { typescript });
    expect(ownAt(reason)).toEqual([]);
  });

  test('functions that do not work in a place come last, each once', () => {
    const text = (directive: string): string =>
      `import { sleep, getStepMetadata } from 'workflow';\nexport async function f() { '${directive}'; /**/ }`;
    for (const [directive, first, last] of [
      ['use workflow', 'sleep', 'getStepMetadata'],
      ['use step', 'getStepMetadata', 'sleep'],
    ] as const) {
      using project = openMarked(text(directive), { typescript });
      const entries = entriesAt(project).filter(({ name }) => name === first || name === last);
      expect(entries.toSorted((a, b) => (a.sortText < b.sortText ? -1 : 1)).map(({ name }) => name)).toEqual([
        first,
        last,
      ]);
      expect(entries.find(({ name }) => name === last)!.sortText > '9').toBe(true);
    }
  });

  test('nothing is added when it is switched off', () => {
    using project = openMarked('async function f() { /**/ }', { typescript, config: { completions: false } });
    expect(ownAt(project)).toEqual([]);
  });
});

test('every option of a step is completed, and no other', () => {
  expect(Object.keys(STEP_OPTIONS).toSorted()).toEqual(STEP_OPTION_NAMES.toSorted());
  expect(Object.keys(RETRY_OPTIONS).toSorted()).toEqual(RETRY_OPTION_NAMES.toSorted());
});
