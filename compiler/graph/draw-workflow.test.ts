import { describe, expect, test } from 'vitest';
import type { WorkflowGraph } from '../../runtime/contract/workflow-graph.ts';
import { analyzeModule } from '../analyze/analyze-module.ts';
import { createSourceFile } from '../diagnostics.ts';
import { drawWorkflow } from './draw-workflow.ts';

const HEAD = `import { sleep, createHook, createWebhook, defineHook, continueAs } from 'workflow';
import { start } from 'workflow/api';
const approval = defineHook();
async function a() { 'use step'; }
async function b() { 'use step'; }
async function c() { 'use step'; }
`;

function graphOf(body: string, around = ''): WorkflowGraph {
  const code = `${HEAD}${around}\nexport async function main(x, items) {\n  'use workflow';\n${body}\n}\n`;
  const analysis = analyzeModule(createSourceFile({ path: '/p/main.ts', name: 'main.ts', code }), './main')!;
  const main = analysis.functions.find(({ path }) => path === 'main')!;
  return drawWorkflow(analysis, main, () => null);
}

/** The edges in words: `a -yes> b`. */
function edgesOf({ nodes, edges }: WorkflowGraph): string[] {
  const name = (id: string): string => {
    const node = nodes.find((one) => one.id === id)!;
    return node.kind === 'start' ? 'start' : node.label;
  };
  return edges.map(({ from, to, label = '' }) => `${name(from)} -${label}> ${name(to)}`);
}

const drawn = (body: string, around?: string): string[] => edgesOf(graphOf(body, around));

describe('the graph of a workflow', () => {
  test('tells kind, step and place of all it has', () => {
    const { nodes } = graphOf(`  await a();\n  await sleep('1 day');\n  await createHook();`);
    expect(nodes).toEqual([
      { id: 'start', kind: 'start', label: 'main', line: 8, column: 8 },
      { id: 'n1', kind: 'step', label: 'a', stepId: 'step//./main//a', line: 10, column: 9 },
      { id: 'n2', kind: 'sleep', label: `sleep('1 day')`, line: 11, column: 9 },
      { id: 'n3', kind: 'hook', label: 'createHook', line: 12, column: 9 },
      { id: 'end', kind: 'end', label: 'end', line: 13, column: 1 },
    ]);
  });

  test.each<[name: string, body: string, edges: string[]]>([
    ['one after the other', 'await a(); await b();', ['start -> a', 'a -> b', 'b -> end']],
    ['arguments before their call', 'await a(await b());', ['start -> b', 'b -> a', 'a -> end']],
    ['nothing at all', 'return 1;', ['start -> end']],
    ['if', 'if (x) await a(); await b();', ['start -> x', 'x -yes> a', 'a -> b', 'x -no> b', 'b -> end']],
    ['a condition without a step is none', 'if (x) { x = 2; } await a();', ['start -> a', 'a -> end']],
    ['early return', 'if (x) return; await a();', ['start -> x', 'x -no> a', 'x -yes> end', 'a -> end']],
    ['?:', 'await (x ? a() : b());', ['start -> x', 'x -yes> a', 'x -no> b', 'a -> end', 'b -> end']],
    ['&&', 'x && (await a());', ['start -> x', 'x -yes> a', 'a -> end', 'x -no> end']],
    [
      'switch with fall through',
      'switch (x) { case 1: await a(); case 2: await b(); break; default: await c(); }',
      ['start -> x', 'x -1> a', 'a -> b', 'x -2> b', 'x -else> c', 'c -> end', 'b -> end'],
    ],
    [
      'for of',
      'for (const item of items) await a(item);\nawait b();',
      ['start -> items', 'items -each> a', 'a -again> items', 'items -done> b', 'b -> end'],
    ],
    [
      'a loop that only ends by break',
      'while (true) { await a(); if (x) break; await b(); }',
      ['start -> repeat', 'repeat -each> a', 'a -> x', 'x -no> b', 'b -again> repeat', 'x -yes> end'],
    ],
    [
      'continue of an outer loop',
      'outer: for (const y of items) { for (;;) { await a(); continue outer; } }',
      ['start -> items', 'items -each> repeat', 'repeat -each> a', 'a -again> items', 'items -done> end'],
    ],
    [
      'Promise.all of calls',
      'await Promise.all([a(), b()]); await c();',
      ['start -> Promise.all', 'Promise.all -> a', 'Promise.all -> b', 'a -> c', 'b -> c', 'c -> end'],
    ],
    [
      'Promise.all of a list',
      'await Promise.all(items.map((item) => a(item)));',
      ['start -> Promise.all', 'Promise.all -> items', 'items -each> a', 'a -again> items', 'items -done> end'],
    ],
    [
      'Promise.race with a time limit',
      `await Promise.race([a(), sleep('1h')]);`,
      ['start -> Promise.race', 'Promise.race -> a', `Promise.race -> sleep('1h')`, 'a -> end', `sleep('1h') -> end`],
    ],
    [
      'a step that is handed to map',
      'items.map(a);',
      ['start -> items', 'items -each> a', 'a -again> items', 'items -done> end'],
    ],
    [
      'try and catch',
      'try { await a(); } catch { await b(); } await c();',
      ['start -> a', 'a -fails> b', 'a -> c', 'b -> c', 'c -> end'],
    ],
    ['try and finally', 'try { await a(); } finally { await b(); }', ['start -> a', 'a -> b', 'b -> end']],
    ['throw', 'if (x) throw new Error(); await a();', ['start -> x', 'x -fails> end', 'x -no> a', 'a -> end']],
    [
      'hooks of all kinds',
      'await approval.create(); await createWebhook();',
      ['start -> createHook', 'createHook -> createWebhook', 'createWebhook -> end'],
    ],
    ['a child run', 'await start(other, [await a()]);', ['start -> a', 'a -> other', 'other -> end']],
    ['a continuation', 'await a(); return continueAs(1);', ['start -> a', 'a -again> start']],
    ['code in callbacks', 'await x.transaction(async () => { await a(); });', ['start -> a', 'a -> end']],
    ['optional calls', 'await x?.y(await a());', ['start -> a', 'a -> end']],
    ['types around a call', 'await (a() as Promise<void>)!;', ['start -> a', 'a -> end']],
  ])('has %s', (_name, body, edges) => {
    expect(drawn(body).toSorted()).toEqual(edges.toSorted());
  });

  test('follows functions of the file, each with its own returns', () => {
    const around =
      'async function helper(y) { if (y) return; await a(); }\nconst again = async () => { await b(); await again(); };';
    expect(drawn('await helper(1); await again();', around)).toEqual([
      'start -> y',
      'y -no> a',
      'y -yes> b',
      'a -> b',
      'b -> end',
    ]);
  });

  test('finds steps in objects and classes', () => {
    const around = `const api = { async send() { 'use step'; } };\nclass Mail { static async post() { 'use step'; } }`;
    expect(drawn('await api.send(); await Mail.post();', around)).toEqual([
      'start -> api/send',
      'api/send -> Mail.post',
      'Mail.post -> end',
    ]);
  });

  test('stays small when functions unfold without bounds', () => {
    const names = Array.from({ length: 20 }, (_, i) => `f${i}`);
    const around = names.map(
      (name, i) => `async function ${name}() { ${i ? `await f${i - 1}(); await f${i - 1}();` : 'await a();'} }`,
    );
    expect(graphOf('await f19();', around.join('\n')).nodes.length).toBeLessThanOrEqual(1002);
  });
});
