import { expect, test } from 'vitest';
import { parseClassName, parseStepName, parseWorkflowName } from './parse-names.ts';

test.each([
  ['workflow//./src/orders//processOrder', 'processOrder', './src/orders', 'processOrder'],
  ['workflow//./src/orders//default', 'orders', './src/orders', 'default'],
  ['workflow//@shop/flows/orders//default', 'orders', '@shop/flows/orders', 'default'],
])('the id of a workflow has its parts: %s', (id, shortName, moduleSpecifier, functionName) => {
  expect(parseWorkflowName(id)).toEqual({ shortName, moduleSpecifier, functionName });
});

test('the short name of a nested step is its own', () => {
  const parsed = parseStepName('step//./orders//process/charge~2');
  expect(parsed).toEqual({ shortName: 'charge~2', moduleSpecifier: './orders', functionName: 'process/charge~2' });
  expect(parseClassName('class//./models//User')?.shortName).toBe('User');
});

test.each(['', 'order', 'step//./a', 'step//./a//', 'step////b', 'workflow//./a//b', null, 7])(
  'what is no id of a step gives null: %s',
  (name) => {
    expect(parseStepName(name as string)).toBeNull();
  },
);
