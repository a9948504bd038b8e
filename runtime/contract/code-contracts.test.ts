import { describe, expect, test } from 'vitest';
import type { BuildId, StepName } from './ids.ts';
import type { Parameter } from './parameters.ts';
import {
  contractsOf,
  findContract,
  findMisfit,
  type CodeContract,
  type CodeContracts,
  type ContractData,
} from './code-contracts.ts';
import type { StoredType } from './stored-types.ts';

const contract = (code: string, fields: Partial<CodeContract> = {}): CodeContract => ({
  place: 'a.ts:1',
  code,
  ...fields,
});
const isOrdered = true;

test.each<[string, CodeContract, CodeContract, unknown]>([
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

/** `b?` may be left out, `...c` takes the rest, `_d` is not used, and `{a.b,c}` is a pattern. */
const parameters = (text: string): Parameter[] =>
  (text.match(/\{[^}]*\}|[^\s]+/g) ?? []).map((one) => ({
    ...(one.startsWith('{')
      ? { members: one.slice(1, -1).split(',').filter(Boolean) }
      : { name: one.replace(/[?_.]/g, '') }),
    ...(one.endsWith('?') && { isOptional: true }),
    ...(one.startsWith('...') && { isRest: true }),
    ...(one.startsWith('_') && { isUnused: true }),
  }));

test.each<[old: string, now: string, fits: boolean]>([
  ['id amount', 'id amount', true],
  ['id amount', 'id amount currency', false],
  ['id amount', 'id amount currency?', true],
  ['id amount', 'id amount ...more', true],
  ['id amount', 'amount id', false],
  ['id amount', 'id cents', false],
  ['id amount', 'id', true],
  ['id amount', 'amount', false],
  ['id amount', 'id ...more', false],
  ['id amount', '_old amount', true],
  ['_id amount', 'id amount', true],
  ['id', 'id _note', true],
  ['id note?', 'id note', false],
  ['id note', 'id note?', true],
  ['...ids', 'ids', false],
  ['amount', '{amount}', false],
  ['{amount}', 'amount', false],
  ['{amount,id}', '{id}', true],
  ['{amount,id}', '{amount,currency}', false],
  ['{address.city}', '{address.zip}', false],
  ['{id}', '{}', true],
])('calls with (%s) are taken by (%s): %s', (old, now, fits) => {
  const [given, taken] = [parameters(old), parameters(now)];
  const misfit = findMisfit(contract('1', { parameters: given }), contract('2', { parameters: taken }));
  expect(misfit).toEqual(fits ? null : { kind: 'parameters', given, taken });
});

test('other names of parameters are no matter when the text is the same but for them, or nobody knows them', () => {
  const [old, now] = [{ parameters: parameters('id') }, { parameters: parameters('orderId') }];
  expect(findMisfit(contract('1', { ...old, body: 'b' }), contract('2', { ...now, body: 'b' }))).toBeNull();
  expect(findMisfit(contract('1', { ...old, body: 'b' }), contract('2', { ...now, body: 'c' }))).not.toBeNull();
  expect(findMisfit(contract('1'), contract('2', now))).toBeNull();
});

test('finds a function under another number of its name, if there is only one like it', () => {
  const now = {
    'step//./a//act': contract('1'),
    'step//./a//act~2': contract('2'),
    'step//./a//other~2': contract('3'),
    'step//./a//act~10': contract('2', { captures: ['id'] }),
  };
  const find = (id: string, code: string) =>
    findContract(`step//./a//${id}`, { [`step//./a//${id}`]: contract(code, { isOrdered }) }, now);
  expect(find('act~3', '1')).toEqual({ id: 'step//./a//act' });
  expect(find('act~3', '2')).toEqual({ id: 'step//./a//act~2' });
  expect(find('act~3', '3')).toEqual({ misfit: null });
  expect(find('act', '4')).toEqual({ misfit: { kind: 'code' } });
});

describe('two steps that exchange their names', () => {
  const contracts = (bodies: Record<string, string>): CodeContracts =>
    Object.fromEntries(
      Object.entries(bodies).map(([id, body]) => [`step//./${id}`, contract(`${id} ${body}`, { body })]),
    );
  const find = (id: string, old: Record<string, string>, now: Record<string, string>) =>
    findContract(`step//./${id}`, contracts(old), contracts(now));
  const old = { 'a//charge': '1', 'a//refund': '2', 'a//tell': '3', 'b//charge': '4' };

  test('are found by their texts, in a circle, too', () => {
    const now = { 'a//charge': '2', 'a//refund': '1' };
    expect(find('a//charge', old, now)).toEqual({ id: 'step//./a//refund' });
    expect(find('a//refund', old, now)).toEqual({ id: 'step//./a//charge' });
    expect(find('a//tell', old, { 'a//charge': '3', 'a//refund': '1', 'a//tell': '2' })).toEqual({
      id: 'step//./a//charge',
    });
  });

  test('do not answer each other when one is mended as well', () => {
    const now = { 'a//charge': '2', 'a//refund': '1 mended' };
    expect(find('a//charge', old, now)).toEqual({ misfit: { kind: 'exchanged', was: 'step//./a//refund' } });
    expect(find('a//refund', old, now)).toEqual({ id: 'step//./a//charge' });
  });

  test.each<[string, Record<string, string>]>([
    ['mended', { 'a//charge': '1 mended', 'a//refund': '2' }],
    ['given the text of one that stays as it is', { 'a//charge': '2', 'a//refund': '2' }],
    ['given the text of one in another file', { 'a//charge': '4', 'b//charge': '5' }],
    ['given the text of one that is gone', { 'a//charge': '3', 'a//refund': '2' }],
  ])('are no steps that were %s', (_, now) => {
    expect(find('a//charge', old, now)).toEqual({ id: 'step//./a//charge' });
  });
});

test.each<[string, StoredType, reads: string[] | null, missing: string | null]>([
  ['a field in another name', { fields: { amount: 'number' } }, ['amount'], 'amount'],
  ['a field in another name, of any type', 'unknown', ['amount'], 'amount'],
  ['a field in another name, of an instance', 'instance', ['amount'], 'amount'],
  ['a field that is gone', 'unknown', [], null],
  ['all of a value', 'unknown', null, null],
  ['a field more', 'unknown', ['currency', 'total'], null],
])('a class reads %s', (_, type, reads, missing) => {
  const cls = (given: StoredType, takes: ContractData['takes']) => contract('1', { data: { gives: given, takes } });
  const old = cls({ fields: { total: 'number' } }, { type: 'unknown', reads: ['total'] });
  const now = cls('unknown', { type, ...(reads && { reads }) });
  const misfit = findMisfit(old, now);
  expect(misfit && 'at' in misfit ? misfit.at : null).toBe(missing && `data.${missing}`);
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
