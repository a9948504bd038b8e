/** Namespaces of TypeScript mean in bundles what they mean in TypeScript. */
import { expect, test } from 'vitest';
import { evaluateBundle } from './evaluate-bundle.ts';
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
