import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unsupportedNode } from './node-version.ts';

const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  engines: { node: string };
};
const [OLDEST_MAJOR = 0, OLDEST_MINOR = 0] = engines.node.replace('>=', '').split('.').map(Number);

test.each(['12.0.0', '20.20.2', `${OLDEST_MAJOR}.${OLDEST_MINOR - 1}.9`])('Node %s is told to be too old', (node) => {
  expect(unsupportedNode({ node })?.message).toBe(
    `workflow needs Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or newer, but this is Node ${node}. ` +
      'Fix: install Node 24 from https://nodejs.org, then run this again with it. [node_version_unsupported]',
  );
});

test.each([
  ['the oldest Node of package.json', { node: `${OLDEST_MAJOR}.${OLDEST_MINOR}.0` }],
  ['a later Node', { node: `${OLDEST_MAJOR + 2}.0.0-nightly` }],
  ['Bun, whatever Node it resembles', { node: '20.8.0', bun: '1.1.0' }],
  ['Deno, whatever Node it resembles', { node: '20.8.0', deno: '1.40.0' }],
  ['a browser', undefined],
])('%s can load the package', (_, versions) => {
  expect(unsupportedNode(versions)).toBeNull();
});
