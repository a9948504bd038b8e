/** Namespaces of TypeScript mean in bundles what they mean in TypeScript. */
import { expect, test } from 'vitest';
import { evaluateBundle } from './evaluate-bundle.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const FLOW = `import { Tax } from '../lib/tax.ts';
Tax.rate = 0.25;
namespace Late { export var seen = Tax.of(100); }
export async function note(text: string) { 'use step'; return text; }
export async function pay() {
  'use workflow';
  Tax.raise();
  Late.seen += 1;
  return [Tax.of(100), Tax.rate, Tax.Words.line(2), Late.seen, Tax.Level[Tax.Level.High]];
}
`;
const TAX = `import type { Unused } from './nowhere.ts';
export namespace Tax {
  export let rate = 0.19;
  export const of = (amount: number): number => Math.round(amount * rate);
  export function raise(): void { rate *= 2; }
  export enum Level { Low = 1, High }
}
export namespace Tax {
  export namespace Words { export const line = (n: number): string => n + ' at ' + rate + ' gives ' + of(n * 100); }
}
declare namespace Host { const name: string; }
export type Name = typeof Host.name | Unused;
`;

test.each<[string, Record<string, string>]>([
  ['without settings', {}],
  ['with a tsconfig.json that cannot be read', { 'tsconfig.json': '{ "extends": "./.later/tsconfig.json" }' }],
])('variables of a namespace are those that others change, %s', async (_, files) => {
  const project = await createTempProject({ 'workflows/pay.ts': FLOW, 'lib/tax.ts': TAX, ...files });
  const builder = builderOf(project);
  await builder.build();
  const pay = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/pay//pay');
  expect(await pay()).toEqual([50, 0.5, '2 at 0.5 gives 100', 26, 'High']);
});

const FORMS = `import { EOL } from 'node:os';
function make(n: number): number { return make.base + n; }
namespace make { export let base = 10; }
enum Level { Low = 1, High }
namespace Level { export const parse = (text: string) => Level[text as keyof typeof Level]; export let asked = 0; }
namespace Shop.Stock { export let [first, { second, ...others }] = [1, { second: 2, third: 3 }] as any; }
namespace Shop { export const swap = () => ([Stock.first, Stock.second] = [Stock.second, Stock.first]); }
import Stock = Shop.Stock;
namespace Host { export const region = process.env.REGION ?? EOL; }
make.base = 20;
export async function use() { 'use step'; Level.asked += 1; return [Level.asked, make(1), Host.region.length]; }
export async function pay() {
  'use workflow';
  Level.asked += 5;
  return [make(2), Level.parse('High'), Level.asked, Shop.swap(), Stock.first, Stock.others];
}
`;

test('parts of a namespace, of a function and of an enum are one, and what only steps use is left out', async () => {
  const project = await createTempProject({ 'workflows/pay.ts': FORMS });
  await builderOf(project).build();
  const pay = await evaluateBundle(await readBundle(project)).load('workflow//./workflows/pay//pay');
  expect(await pay()).toEqual([22, 2, 5, [2, 1], 2, { third: 3 }]);
  const used = await project.run(`import { loadSteps } from './.workflow/steps.mjs';
const [use] = (await loadSteps()).values();
console.log(JSON.stringify(await use.fn()));`);
  expect(used).toEqual([1, 21, 1]);
});

test.each(['@mark export abstract class Card {}', 'export @mark class Card {}'])(
  'a class that a namespace exports with decorators is refused at its place: %s',
  async (card) => {
    const code = `const mark = (value: unknown) => void value;\nnamespace Pay { ${card} }\nexport async function pay() {\n  'use workflow';\n  return Pay.Card.name;\n}\n`;
    const project = await createTempProject({ 'workflows/pay.ts': code });
    const failure: unknown = await builderOf(project)
      .build()
      .catch((error: unknown) => error);
    if (!(failure instanceof CompileFailure))
      throw new Error('The build did not fail as expected.', { cause: failure });
    expect(failure.diagnostics).toMatchObject([
      { line: 2, column: 17, message: expect.stringContaining('must not have decorators') },
    ]);
  },
);
