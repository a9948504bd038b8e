/** A build machine may have a newer Node than the servers on which runs continue. */
import { expect, test } from 'vitest';
import { evaluateBundle } from './evaluate-bundle.ts';
import { builderOf, readBundle } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

const FLOW = `import { first, last } from 'patterns';
const ESCAPE = 'escape' in RegExp ? RegExp.escape : String;
export async function flow(name: string) {
  'use workflow';
  if (typeof Promise.try === 'function') await Promise.try(() => name);
  using stack = new DisposableStack();
  return [Math.sumPrecise?.([1]), ESCAPE('a'), first('ab'), last('ab'), /a(?i:B)c/.test(name), /a(?:B)c/.test(name)];
}
export async function other(name: string) {
  'use workflow';
  return [...name.matchAll(/(?<y>\\d{4})-(?<m>\\d\\d)|(?<m>\\d\\d)-(?<y>\\d{4})/g)].length + Error.isError(name);
}
`;

const FILES = {
  'workflows/flow.ts': FLOW,
  'node_modules/patterns/package.json': '{ "name": "patterns", "type": "module", "exports": "./index.js" }',
  'node_modules/patterns/index.js': `export { last } from './last.js';
export const first = (text) => Promise.try(() => text[0]);
`,
  'node_modules/patterns/last.js': `const byBytes = (text) => Uint8Array.fromBase64(text).at(-1);
const byText = (text) => text.at(-1);
const hasBytes = typeof Uint8Array.fromBase64 === 'function';
export const last = hasBytes ? byBytes : byText;
`,
};

test('the build names what the oldest Node of the project lacks, where code does not ask for it first', async () => {
  const project = await createTempProject(FILES);
  const { warnings } = await builderOf(project).build();
  const lines = warnings.map(({ text }) => text.split('\n')[0]!).toSorted();
  expect(lines).toEqual([
    expect.stringMatching(/^workflows\/flow.ts:11:28: This regular expression needs Node 24/),
    expect.stringMatching(/^workflows\/flow.ts:11:\d+: "Error.isError" needs Node 24/),
    expect.stringMatching(/^workflows\/flow.ts:1:29: "Promise.try" needs Node 24, .* Node 22. Imported by .*patterns/),
    expect.stringMatching(/^workflows\/flow.ts:6:21: "DisposableStack" needs Node 24/),
    expect.stringMatching(/^workflows\/flow.ts:7:73: This regular expression needs Node 24/),
  ]);
});

test('an expression that an old Node refuses fails only where its code runs', async () => {
  const project = await createTempProject(FILES);
  await builderOf(project).build();
  const bundle = await readBundle(project);
  expect(bundle.code).toContain('new RegExp("a(?i:B)c", "")');
  expect(bundle.code).toContain('/a(?:B)c/');
  expect(await (await evaluateBundle(bundle).load('workflow//./workflows/flow//other'))('2024-01 02-2025')).toBe(2);
});

test.each(['>=24', '^24.3.0 || >=26', '24.x'])('nothing is said where "engines" has %s', async (node) => {
  const engines = JSON.stringify({ type: 'module', engines: { npm: '>=10', node } });
  const project = await createTempProject({ ...FILES, 'package.json': engines });
  expect((await builderOf(project).build()).warnings).toEqual([]);
  expect((await readBundle(project)).code).toContain('/a(?i:B)c/');
});
