import { expect, test } from 'vitest';
import type { BuildId, StepName } from './ids.ts';
import { contractsOf, findMisfit, findMoved, type StepContract } from './step-contracts.ts';

const contract = (code: string, fields: Partial<StepContract> = {}): StepContract => ({
  place: 'a.ts:1',
  code,
  ...fields,
});
const isOrdered = true;

test.each<[string, StepContract, StepContract, unknown]>([
  ['a mended step', contract('1'), contract('2'), null],
  ['a mended step whose id was a matter of order', contract('1', { isOrdered }), contract('2'), { kind: 'code' }],
  ['a mended step whose id is a matter of order now', contract('1'), contract('2', { isOrdered }), { kind: 'code' }],
  ['the same step, whose id is a matter of order', contract('1', { isOrdered }), contract('1', { isOrdered }), null],
  ['fewer variables', contract('1', { captures: ['a', 'b'] }), contract('2', { captures: ['b'] }), null],
  [
    'other variables',
    contract('1', { captures: ['a', 'b'] }),
    contract('1', { captures: ['b', 'c', 'd'] }),
    { kind: 'captures', missing: ['c', 'd'] },
  ],
  ['first variables', contract('1'), contract('2', { captures: ['a'] }), { kind: 'captures', missing: ['a'] }],
])('compares contracts: %s', (_, old, now, misfit) => {
  expect(findMisfit(old, now)).toEqual(misfit);
});

test('finds a function under another number of its name, if there is only one like it', () => {
  const now = {
    'step//./a//act': contract('1'),
    'step//./a//act~2': contract('2'),
    'step//./a//other~2': contract('3'),
    'step//./a//act~10': contract('2', { captures: ['id'] }),
  };
  const find = (code: string) => findMoved('step//./a//act~3', contract(code, { isOrdered }), now);
  expect(find('1')).toBe('step//./a//act');
  expect(find('2')).toBe('step//./a//act~2');
  expect(find('3')).toBeNull();
  expect(findMoved('step//./a//act', contract('2', { captures: ['id'] }), now)).toBeNull();
});

test('a manifest without contracts says nothing', () => {
  const stepId = 'step//./a//b' as StepName;
  const manifest = (entry: object) => ({
    version: '1' as const,
    buildId: 'b' as BuildId,
    workflows: {},
    steps: { 'a.ts': { b: { stepId, ...entry } } },
    classes: {},
  });
  expect(contractsOf(manifest({}))).toBeNull();
  expect(contractsOf(manifest(contract('1')))).toEqual({ [stepId]: contract('1') });
});
