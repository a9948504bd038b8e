/** The language server, as editors start it. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompletionItem, InlayHint } from 'vscode-languageserver/node';
import { CliProject } from '../cli/cli-project.ts';
import { WAIT } from '../time-limits.ts';
import { Editor } from './editor.ts';

const RIGHT = `export async function checkout() {
  'use workflow';
  return 1;
}
`;
const WRONG = RIGHT.replace('use workflow', 'use worfklow');
const UNSERIALIZABLE = `export async function checkout() {
  'use workflow';
  return charge(() => 1);
}

async function charge(amount: () => number) {
  'use step';
  return amount();
}
`;
const STEP_CALLS = `export async function checkout() {
  'use workflow';
  await charge(1);
  return await charge(2).catch(() => plain());
}

export async function retry() {
  'use step';
  return charge(3);
}

async function charge(amount: number) {
  'use step';
  return amount;
}
charge.maxRetries = 0;

function plain() {
  return 1;
}
`;
const PLAIN = `export async function charge() {
  return 1;
}
`;
const TSCONFIG = `{
  "compilerOptions": { "strict": true, "plugins": [{ "name": "workflow" }] },
  "include": ["workflows"]
}`;
const HASHED = `import { hash } from 'hasher';
export async function checkout(id: string) {
  'use workflow';
  return hash(id);
}
`;
const HASHER = {
  'node_modules/hasher/package.json': '{ "name": "hasher", "type": "module", "exports": "./index.js" }',
  'node_modules/hasher/index.js': `import { createHash } from 'node:crypto';
export const hash = (text) => createHash('md5').update(text);
`,
};
const PULLS = { textDocument: { diagnostic: {} } };

/** @param version Name of a dev dependency of this repository. */
function link(version: 'typescript' | 'typescript-6'): void {
  const from = join(import.meta.dirname, '../../node_modules', version);
  symlinkSync(from, project.path('node_modules/typescript'), 'junction');
}

let project: CliProject;
let editor: Editor;
beforeEach(() => {
  project = new CliProject({ 'workflows/orders.ts': RIGHT });
  editor = new Editor(project.dir);
});
afterEach(async () => {
  await editor.close();
  project.remove();
});

describe('workflow lsp', () => {
  test('says after a build what only a build can tell, and follows what is saved', async () => {
    for (const [file, text] of Object.entries({ ...HASHER, 'workflows/orders.ts': HASHED })) project.write(file, text);
    const capabilities = { ...PULLS, workspace: { diagnostics: { refreshSupport: true } } };
    await editor.initialize(project.dir, capabilities);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, HASHED);
    const found = async (): Promise<unknown[]> =>
      (await editor.pull(path)).map(({ code, range }) => [code, range.start]);
    await found();
    await vi.waitFor(() => expect(editor.diagnosticRefreshes).toBe(1), WAIT);
    expect(await found()).toEqual([['compile_builtin_reached', { line: 0, character: 21 }]]);
    await editor.change(path, { version: 2, text: RIGHT });
    expect(await found()).toEqual([]);
    project.write('workflows/orders.ts', RIGHT);
    await editor.save(path);
    await vi.waitFor(() => expect(editor.diagnosticRefreshes).toBeGreaterThan(2), WAIT);
    expect(await found()).toEqual([]);
    expect(editor.stderr).toBe('');
  });

  test('says what a build would say of an import that is not saved, while somebody types on', async () => {
    for (const [file, text] of Object.entries(HASHER)) project.write(file, text);
    const capabilities = { ...PULLS, workspace: { diagnostics: { refreshSupport: true } } };
    await editor.initialize(project.dir, capabilities);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, RIGHT);
    const found = async (): Promise<unknown[]> =>
      (await editor.pull(path)).map(({ code, range }) => [code, range.start]);
    expect(await found()).toEqual([]);
    await editor.change(path, { version: 2, text: HASHED });
    const wrong = (line: number): unknown[] => [['compile_builtin_reached', { line, character: 21 }]];
    await vi.waitFor(async () => expect(await found()).toEqual(wrong(0)), WAIT);
    await editor.change(path, { version: 3, text: `// Orders.\n${HASHED}\n` });
    expect(await found()).toEqual(wrong(1));
    await editor.change(path, { version: 4, text: RIGHT });
    expect(await found()).toEqual([]);
    expect(editor.stderr).toBe('');
  });

  test('shows mistakes in a text that is not saved, and removes them when they are fixed', async () => {
    await editor.initialize(project.dir);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, WRONG);
    await vi.waitUntil(() => editor.published.length === 1, WAIT);
    expect(editor.published[0]).toMatchObject({
      uri: pathToFileURL(path).href,
      version: 1,
      diagnostics: [
        {
          source: 'workflow',
          code: 'compile_directive_misspelled',
          severity: 1,
          range: { start: { line: 1, character: 2 }, end: { line: 1, character: 17 } },
        },
      ],
    });
    await editor.change(path, { version: 2, text: RIGHT });
    await vi.waitUntil(() => editor.published.at(-1)?.version === 2, WAIT);
    expect(editor.published.at(-1)!.diagnostics).toEqual([]);
  });

  test('answers editors that request diagnostics, and sends them nothing twice', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, WRONG);
    expect(await editor.pull(path)).toMatchObject([{ code: 'compile_directive_misspelled' }]);
    expect(editor.published).toEqual([]);
  });

  test('knows files that are not saved yet, in folders that do not exist yet', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/new/refunds.ts');
    await editor.open(path, WRONG);
    expect(await editor.pull(path)).toHaveLength(1);
  });

  test('offers fixes, and a comment that suppresses the finding', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, WRONG);
    const actions = await editor.codeActions(path, { line: 1, character: 5 });
    const [fix] = actions;
    expect(fix).toMatchObject({
      kind: 'quickfix',
      isPreferred: true,
      edit: { changes: { [pathToFileURL(path).href]: [{ range: { start: { line: 1 } } }] } },
    });
    expect(actions.map(({ title }) => title)).toContain('Ignore compile_directive_misspelled for this line');
    expect(actions.map(({ kind }) => kind)).toContain('source.fixAll.workflow');
  });

  test('links a finding to the page about its code', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, WRONG);
    const [finding] = await editor.pull(path);
    const [, page, line] = /^(file:.*)#L(\d+)$/.exec(finding!.codeDescription!.href)!;
    const lines = readFileSync(new URL(page!), 'utf8').split('\n');
    expect(lines[Number(line) - 1]).toBe('## compile_directive_misspelled');
  });

  test('completes the options of a step, also where the text does not parse yet', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    const step = "export async function charge() {\n  'use step';\n}\n";
    await editor.open(path, `${step}charge.\nexport const after = 1;\n`);
    const named = await editor.ask<CompletionItem[]>('textDocument/completion', path, {
      position: { line: 3, character: 7 },
    });
    expect(named.map(({ label }) => label)).toEqual([
      'maxRetries',
      'retry',
      'timeout',
      'heartbeatTimeout',
      'concurrency',
      'worker',
      'label',
    ]);
    expect(named[0]!.textEdit).toEqual({
      range: { start: { line: 3, character: 7 }, end: { line: 3, character: 7 } },
      newText: 'maxRetries',
    });
    await editor.change(path, { version: 2, text: `${step}charge.retry = { backoff: '' };\n` });
    const values = await editor.ask<CompletionItem[]>('textDocument/completion', path, {
      position: { line: 3, character: 27 },
    });
    expect(values.map(({ label }) => label)).toEqual(['none', 'linear', 'exponential']);
  });

  test('shows facts about a workflow under the pointer', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, RIGHT);
    const hover = await editor.ask('textDocument/hover', path, { position: { line: 1, character: 5 } });
    expect(hover).toMatchObject({
      contents: { value: expect.stringContaining('workflow//./workflows/orders//checkout') },
    });
  });

  test('counts ids from the package, as the build does, wherever the tsconfig.json is', async () => {
    project.write('workflows/tsconfig.json', '{}');
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, RIGHT);
    const hover = await editor.ask('textDocument/hover', path, { position: { line: 1, character: 5 } });
    expect(hover).toMatchObject({
      contents: { value: expect.stringContaining('workflow//./workflows/orders//checkout') },
    });
  });

  test('offers directives and refactors', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, RIGHT.replace("'use workflow'", "''"));
    const items = await editor.ask<{ label: string }[]>('textDocument/completion', path, {
      position: { line: 1, character: 3 },
    });
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['use workflow', 'use step']));
    await editor.change(path, { version: 2, text: PLAIN });
    const actions = await editor.codeActions(path, { line: 0, character: 25 });
    expect(actions.map(({ kind }) => kind)).toContain('refactor.rewrite.step');
  });

  test('shows facts above workflows and steps', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, RIGHT);
    const lenses = await editor.ask<{ command: { title: string } }[]>('textDocument/codeLens', path);
    expect(lenses.map(({ command }) => command.title)).toEqual(['workflow · 0 steps · started in 0 places']);
  });

  test('marks calls of steps in workflows, in the visible part of the file only', async () => {
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, STEP_CALLS);
    const hintsOf = (first: number, last: number): Promise<InlayHint[]> =>
      editor.ask('textDocument/inlayHint', path, {
        range: { start: { line: first, character: 0 }, end: { line: last, character: 0 } },
      });
    const marked = (line: number): object => ({
      position: { line, character: STEP_CALLS.split('\n')[line]!.indexOf('charge(') },
      label: '⟳ step',
      tooltip: 'step · never retried · its result is recorded',
    });
    expect(await hintsOf(0, 20)).toMatchObject([marked(2), marked(3)]);
    expect(await hintsOf(3, 20)).toMatchObject([marked(3)]);
    await editor.change(path, { version: 2, text: STEP_CALLS.replaceAll("'use step';", '') });
    expect(await hintsOf(0, 20)).toEqual([]);
  });

  test('updates the marks when a function in another file stops being a step', async () => {
    project.write('workflows/charge.ts', `export async function charge() {\n  'use step';\n}\n`);
    await editor.initialize(project.dir, { ...PULLS, workspace: { inlayHint: { refreshSupport: true } } });
    const path = project.path('workflows/orders.ts');
    await editor.open(path, `import { charge } from './charge.ts';\n${RIGHT.replace('return 1', 'await charge()')}`);
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    expect(await editor.ask<InlayHint[]>('textDocument/inlayHint', path, { range })).toHaveLength(1);
    project.write('workflows/charge.ts', `export async function charge() {}\n`);
    await editor.changeOnDisk(project.path('workflows/charge.ts'));
    await vi.waitUntil(() => editor.hintRefreshes === 1, WAIT);
    expect(await editor.ask<InlayHint[]>('textDocument/inlayHint', path, { range })).toEqual([]);
  });

  test('knows types of texts that are not saved, by the TypeScript 7 of the project', async () => {
    link('typescript');
    project.write('tsconfig.json', TSCONFIG);
    await editor.initialize(project.dir, PULLS);
    const path = project.path('workflows/orders.ts');
    await editor.open(path, RIGHT);
    expect(await editor.pull(path)).toEqual([]);
    await editor.change(path, { version: 2, text: UNSERIALIZABLE });
    expect(await editor.pull(path)).toMatchObject([{ range: { start: { line: 2, character: 16 } } }]);
    await editor.change(path, { version: 3, text: RIGHT });
    expect(await editor.pull(path)).toEqual([]);
  });

  test('leaves a project to the plugin of its TypeScript 6, unless the editor wants both', async () => {
    link('typescript-6');
    project.write('tsconfig.json', TSCONFIG);
    const path = project.path('workflows/orders.ts');
    await editor.initialize(project.dir, PULLS);
    await editor.open(path, WRONG);
    expect(await editor.pull(path)).toEqual([]);
    await editor.close();
    editor = new Editor(project.dir);
    await editor.initialize(project.dir, PULLS, { always: true });
    await editor.open(path, WRONG);
    expect(await editor.pull(path)).toHaveLength(1);
  });

  test('writes nothing but the protocol', async () => {
    await editor.initialize(project.dir, PULLS);
    await editor.open(project.path('workflows/orders.ts'), 'const = ;');
    expect(await editor.pull(project.path('workflows/orders.ts'))).toEqual([]);
    expect(editor.stderr).toBe('');
  });
});
