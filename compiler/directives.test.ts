import { expect, test } from 'vitest';
import { mayHoldDirective, mayHoldMisspelling, nearDirective } from './directives.ts';

test.each([
  ['use setp', 'use step'],
  ['use steps', 'use step'],
  ['Use Step', 'use step'],
  ['USE WORKFLOW', 'use workflow'],
  ['use-workflow', 'use workflow'],
  ['useWorkflow', 'use workflow'],
  ['use work flow', 'use workflow'],
  ['use worfklow', 'use workflow'],
  [' use step ', 'use step'],
  ['use\\x20step', 'use step'],
  ['use\\u{20}step', 'use step'],
  ['workflow', 'use workflow'],
  ['Step', 'use step'],
])('"%s" is taken for a misspelled "%s"', (written, directive) => {
  expect(nearDirective(written)).toBe(directive);
  expect(mayHoldMisspelling(`'${written}'`)).toBe(true);
});

test.each([
  'use step',
  'use workflow',
  'use strict',
  'use client',
  'use server',
  'use cache',
  'use memo',
  'use no memo',
  'use asm',
  '',
])('"%s" is not taken for a misspelled directive', (written) => {
  expect(nearDirective(written)).toBeNull();
});

test('the test before parsing misses no directive, however it is placed', () => {
  expect(mayHoldDirective('async()=>{"use step";a()}')).toBe(true);
  expect(mayHoldDirective("async function f() { /* x */ 'use workflow' }")).toBe(true);
  expect(mayHoldDirective('async function f() {}')).toBe(false);
});
