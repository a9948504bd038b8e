import { SourceMap, type SourceMapPayload } from 'node:module';
import { describe, expect, test } from 'vitest';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { CHARGE, ORDER, SHOP } from './shop-project.ts';
import { createTempProject } from './temp-project.ts';

describe('the workflow bundle', () => {
  test('runs workflow code with steps as calls to the outside', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const evaluated = evaluateBundle(await readBundle(project));
    expect(evaluated.workflowIds).toEqual([ORDER]);
    const order = await evaluated.load(ORDER);
    expect(await order([1, 2, 3])).toEqual({ step: CHARGE, args: [6] });
  });

  test('is the same wherever the project lies, so that machines agree on the build id', async () => {
    const first = await createTempProject(SHOP);
    const second = await createTempProject(SHOP);
    const a = await builderOf(first).build();
    const b = await builderOf(second).build();
    expect(a.buildId).toBe(b.buildId);
    expect(await readBundle(first)).toEqual(await readBundle(second));
  });

  test('has nothing of what only steps need, even where a package connects while it is loaded', async () => {
    const project = await createTempProject({
      'node_modules/pool/package.json': JSON.stringify({ name: 'pool', exports: './pool.js' }),
      'node_modules/pool/pool.js': `import { connect } from 'node:net';\nconnect(5432);\nexport class Pool {\n  socket = connect(1);\n}`,
      'workflows/query.ts': `import { Pool } from 'pool';\nexport const db = new Pool();\nexport async function query() {\n  'use workflow';\n  return await ask();\n}\nasync function ask() {\n  'use step';\n  return db;\n}\n`,
    });
    await builderOf(project).build();
    const { code } = await readBundle(project);
    expect(code).not.toMatch(/connect|Pool/);
  });

  test('has no class of errors that only steps use, and not what such a class needs', async () => {
    const project = await createTempProject({
      'lib/errors.ts': `import { hostname } from 'node:os';\nexport class Denied extends Error {}\nexport class OfHost extends Error {\n  host = hostname();\n}\n`,
      'workflows/pay.ts': `import { Denied, OfHost } from '../lib/errors.ts';\nexport async function pay() {\n  'use workflow';\n  return await charge().catch((error) => error instanceof Denied);\n}\nasync function charge() {\n  'use step';\n  throw new OfHost();\n}\n`,
    });
    await builderOf(project).build();
    const { code } = await readBundle(project);
    expect(code).toContain('class//./lib/errors//Denied');
    expect(code).not.toMatch(/OfHost|hostname/);
  });

  test('has fresh module state in every run', async () => {
    const project = await createTempProject({
      'workflows/count.ts': `let calls = 0;\nexport async function count() {\n  'use workflow';\n  return ++calls;\n}\n`,
    });
    await builderOf(project).build();
    const bundle = await readBundle(project);
    const id = 'workflow//./workflows/count//count';
    const counts = [1, 2].map(async () => (await evaluateBundle(bundle).load(id))());
    expect(await Promise.all(counts)).toEqual([1, 1]);
  });

  test('evaluates only the modules of the workflow that is loaded', async () => {
    const project = await createTempProject({
      'workflows/good.ts': `export async function good() {\n  'use workflow';\n  return 'fine';\n}\n`,
      'workflows/bad.ts': `if (true) throw new Error('evaluated');\nexport async function bad() {\n  'use workflow';\n}\n`,
    });
    await builderOf(project).build();
    const evaluated = evaluateBundle(await readBundle(project));
    expect(await (await evaluated.load('workflow//./workflows/good//good'))()).toBe('fine');
  });

  test('holds the packages that workflow code imports, by the condition "workflow" where they have one', async () => {
    const project = await createTempProject({
      'node_modules/greeting/package.json': JSON.stringify({
        name: 'greeting',
        exports: { workflow: './sandbox.js', default: './node.js' },
      }),
      'node_modules/greeting/sandbox.js': `export const greet = (name) => 'hello ' + name;`,
      'node_modules/greeting/node.js': `throw new Error('the wrong file');`,
      'workflows/hello.ts': `import { greet } from 'greeting';\nexport async function hello(name: string) {\n  'use workflow';\n  return greet(name);\n}\n`,
    });
    await builderOf(project).build();
    const hello = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/hello//hello');
    expect(await hello('Ann')).toBe('hello Ann');
  });

  test('takes a workflow that only a step imports', async () => {
    const project = await createTempProject({
      'workflows/outer.ts': `import { child } from '../lib/child.ts';
export async function begin() {
  'use step';
  return (child as unknown as { workflowId: string }).workflowId;
}
export async function outer() {
  'use workflow';
  return await begin();
}
`,
      'lib/child.ts': `export async function child() {\n  'use workflow';\n  return 'child';\n}\n`,
    });
    await builderOf(project).build();
    const evaluated = evaluateBundle(await readBundle(project));
    expect(evaluated.workflowIds).toEqual(['workflow//./lib/child//child', 'workflow//./workflows/outer//outer']);
  });

  test('runs in every Node that is supported: younger syntax is rewritten', async () => {
    const project = await createTempProject({
      'workflows/lock.ts': `export async function lock() {
  'use workflow';
  const log: string[] = [];
  {
    await using held = { [Symbol.asyncDispose]: async () => void log.push('freed') };
    log.push('held' in { held } ? 'held' : '');
  }
  return log.join();
}
`,
    });
    await builderOf(project).build();
    const bundle = await readBundle(project);
    expect(bundle.code).not.toContain('await using');
    expect(await (await evaluateBundle(bundle).load('workflow//./workflows/lock//lock'))()).toBe('held,freed');
  });

  test('has the classes that only steps name, because a run may be given their instances', async () => {
    const project = await createTempProject({
      'workflows/order.ts': `import { price } from '../lib/price.ts';
export async function order() {
  'use workflow';
  return await price();
}
`,
      'lib/price.ts': `import { Money } from './money.ts';
export async function price() {
  'use step';
  return new Money(5);
}
`,
      'lib/money.ts': `import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';
export class Money {
  amount: number;
  constructor(amount: number) {
    this.amount = amount;
  }
  static [WORKFLOW_SERIALIZE]({ amount }: Money) {
    return amount;
  }
  static [WORKFLOW_DESERIALIZE](amount: number) {
    return new Money(amount);
  }
}
`,
    });
    const { manifest } = await builderOf(project).build();
    const money = { classId: 'class//./lib/money//Money', place: 'lib/money.ts:2', code: expect.any(String) };
    expect(manifest.classes).toEqual({ 'lib/money.ts': { Money: money } });
    const evaluated = evaluateBundle(await readBundle(project));
    await evaluated.load('workflow//./workflows/order//order');
    expect([...evaluated.classes.keys()]).toEqual(['class//./lib/money//Money']);
  });

  test('maps its positions to lines of the user', async () => {
    const project = await createTempProject(SHOP);
    await builderOf(project).build();
    const { code, map } = await readBundle(project);
    const lines = code.split('\n');
    const line = lines.findIndex((text) => text.includes('prices.reduce'));
    const payload: SourceMapPayload = JSON.parse(map!);
    const sourceMap = new SourceMap(payload);
    expect(sourceMap.findEntry(line, lines[line]!.indexOf('prices.reduce'))).toMatchObject({
      originalSource: 'lib/total.ts',
      originalLine: 0,
      originalColumn: SHOP['lib/total.ts'].indexOf('prices.reduce'),
    });
    const workflowLine = lines.findIndex((text) => text.includes('charge(total(prices))'));
    expect(sourceMap.findEntry(workflowLine, lines[workflowLine]!.indexOf('total(prices)'))).toMatchObject({
      originalSource: 'workflows/order.ts',
      originalLine: 5,
    });
  });
});
