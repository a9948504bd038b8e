/** Changes that the editor offers in its menus. */
import { describe, expect, test } from 'vitest';
import { COMPILERS } from './editor.ts';
import { type MarkedProject, changed, openMarked } from './marked-project.ts';

function offered({ editor, path, at }: MarkedProject, isSelection: boolean) {
  const range = isSelection ? { pos: at('[|'), end: at('|]') } : at('');
  const ours = editor.service
    .getApplicableRefactors(path(), range, {}, 'invoked')
    .find(({ name }) => name === 'workflow');
  return { range, actions: ours?.actions ?? [] };
}

function apply(project: MarkedProject, title: string): { text: string; named: string | undefined } {
  const isSelection = /\[\|/.test(title) || title === 'Extract to a step';
  const { range, actions } = offered(project, isSelection);
  const action = actions.find(({ description }) => description === title);
  const { editor, path } = project;
  const edit = editor.service.getEditsForRefactor(path(), {}, range, 'workflow', action?.name ?? title, {})!;
  const text = changed(project, edit.edits);
  const { renameLocation } = edit;
  return { text, named: renameLocation === undefined ? undefined : /^\w+/.exec(text.slice(renameLocation))?.[0] };
}

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_, typescript) => {
  test('selected statements become a step, with the values that they use and those that are used behind them', () => {
    using project = openMarked(
      `export async function order(id: string, amount: number) {
  'use workflow';
  [|const url = 'https://pay.test/' + id;
  const paid = await fetch(url, { body: String(amount) });
  const body = await paid.text();|]
  return { id, body };
}
`,
      { typescript, options: { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] } },
    );
    const { text, named } = apply(project, 'Extract to a step');
    expect(text).toBe(`export async function order(id: string, amount: number) {
  'use workflow';
  const body = await newStep(id, amount);
  return { id, body };
}

async function newStep(id: string, amount: number) {
  'use step';
  const url = 'https://pay.test/' + id;
  const paid = await fetch(url, { body: String(amount) });
  const body = await paid.text();
  return body;
}
`);
    expect(named).toBe('newStep');
    project.editor.edit(project.path(), text);
    expect(project.editor.service.getSemanticDiagnostics(project.path())).toEqual([]);
  });

  test.each([
    [
      'an expression',
      "export async function f(a: number) { 'use workflow'; return ([|a * 2|]) + 1; }\n",
      "export async function f(a: number) { 'use workflow'; return (await newStep(a)) + 1; }\n\nasync function newStep(a: number) {\n  'use step';\n  return a * 2;\n}\n",
    ],
    [
      'an awaited expression, with the newlines of Windows',
      "export async function f(a: number) {\r\n\t'use workflow';\r\n\tconst b = [|await Promise.resolve(a)|];\r\n\treturn b;\r\n}\r\n",
      "export async function f(a: number) {\r\n\t'use workflow';\r\n\tconst b = await newStep(a);\r\n\treturn b;\r\n}\r\n\r\nasync function newStep(a: number) {\r\n\t'use step';\r\n\treturn Promise.resolve(a);\r\n}\r\n",
    ],
    [
      'a variable that is changed',
      "export async function f(a: number) {\n  'use workflow';\n  let sum = 1;\n  [|sum += a;|]\n  return sum;\n}\n",
      "export async function f(a: number) {\n  'use workflow';\n  let sum = 1;\n  sum = await newStep(sum, a);\n  return sum;\n}\n\nasync function newStep(sum: number, a: number) {\n  'use step';\n  sum += a;\n  return sum;\n}\n",
    ],
  ])('extracts %s', (__, before, after) => {
    using project = openMarked(before, { typescript });
    expect(apply(project, 'Extract to a step').text).toBe(after);
  });

  test.each([
    ['code that returns', "export async function f() { 'use workflow'; [|if (f) return 1;|] }"],
    [
      'code that waits as only workflows can',
      "import { sleep } from 'workflow';\nexport async function f() { 'use workflow'; [|await sleep('1s');|] }",
    ],
    ['code of a step', "export async function f() { 'use step'; [|f;|] }"],
    ['a part of a statement', "export async function f(a: number) { 'use workflow'; const b [|= a|]; return b; }"],
    ['a local function', "export async function f() { 'use workflow'; const g = () => 1; [|g();|] }"],
    ['what leaves a loop', "export async function f() { 'use workflow'; for (;;) { [|break;|] } }"],
  ])('does not extract %s', (__, text) => {
    using project = openMarked(text, { typescript });
    expect(offered(project, true).actions).toEqual([]);
    expect(project.editor.logged).toEqual([]);
  });

  test.each([
    [
      'function pa/**/y(amount: number): number {\n  return amount;\n}\n',
      'Make "pay" a step',
      "async function pay(amount: number): Promise<number> {\n  'use step';\n  return amount;\n}\n",
    ],
    [
      'export const pa/**/y = async () => 1;\n',
      'Make "pay" a workflow',
      "export const pay = async () => { 'use workflow'; return 1; };\n",
    ],
    [
      'class A { async pa/**/y() { return 1; } }\n',
      'Make "pay" a step',
      "class A { async pay() { 'use step'; return 1; } }\n",
    ],
  ])('%s: %s', (before, title, after) => {
    using project = openMarked(before, { typescript });
    expect(apply(project, title).text).toBe(after);
  });

  test.each([
    ["function f() {\n  'use /**/step';\n}"],
    ['function* f/**/() {}'],
    ['const x = /**/1;'],
    ["'use step';\nexport async function f/**/() {}"],
  ])('offers no directive: %s', (text) => {
    using project = openMarked(text, { typescript });
    expect(offered(project, false).actions).toEqual([]);
  });

  test('a call of a workflow becomes a run, and a run a call', () => {
    const child = "export async function child(n: number) { 'use workflow'; return n; }\n";
    using called = openMarked(
      `${child}export async function parent() { 'use workflow'; return await chi/**/ld(1); }\n`,
      { typescript },
    );
    const run = apply(called, 'Start a run and wait for its result').text;
    expect(run).toContain("import { start } from 'workflow/api';");
    expect(run).toContain('(await start(child, [1])).returnValue');
    using started = openMarked(
      `import { start } from 'workflow/api';\n${child}export async function parent() { 'use workflow'; return await (await sta/**/rt(child, [1])).returnValue; }\n`,
      { typescript },
    );
    expect(apply(started, 'Call the workflow as a part of this one').text).toContain('return await child(1);');
  });

  test('a file that has nothing to do with workflows is left alone until the user asks', () => {
    using project = openMarked('function pa/**/y() {}\n', { typescript });
    const { editor, path, at } = project;
    const names = (reason: 'implicit' | 'invoked'): string[] =>
      editor.service.getApplicableRefactors(path(), at(''), {}, reason).map(({ name }) => name);
    expect(names('implicit')).not.toContain('workflow');
    expect(names('invoked')).toContain('workflow');
  });
});
