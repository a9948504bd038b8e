import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { VERSION } from '../contract/version.ts';
import { joinCopies } from './package-copies.ts';

const KEY = Symbol.for('workflow.first-copy');
const first = { version: '1.2.3', place: 'file:///app/node_modules/workflow/runtime.js' };

// The copy of this process may have joined already.
const own: unknown = Reflect.get(globalThis, KEY);
beforeEach(() => void Reflect.deleteProperty(globalThis, KEY));
afterAll(() => {
  if (own === undefined) Reflect.deleteProperty(globalThis, KEY);
  else Reflect.set(globalThis, KEY, own);
});

test('a copy of another version is told of, with both versions and where they lie', () => {
  expect(joinCopies(first)).toBeNull();
  const told = joinCopies({ version: '2.0.0', place: 'file:///app/packages/shop/node_modules/workflow/runtime.js' });
  expect(told?.code).toBe('runtime_version_differs');
  for (const text of ['1.2.3', '2.0.0', '/app/node_modules/workflow', '/packages/shop/node_modules/workflow']) {
    expect(told?.message).toContain(text);
  }
});

test('a second copy of the same version is nothing to tell of', () => {
  joinCopies(first);
  expect(joinCopies({ ...first, place: 'file:///elsewhere/runtime.js' })).toBeNull();
});

test('the version that copies compare is that of the package', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  expect(VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
