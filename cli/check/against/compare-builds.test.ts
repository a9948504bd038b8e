import { describe, expect, test } from 'vitest';
import type { BuildId, WorkflowId } from '../../../runtime/contract/ids.ts';
import type { CodeContract, CodeContracts } from '../../../runtime/contract/code-contracts.ts';
import { compareBuilds, type ComparedBuild, type ComparedBuilds, parksRuns } from './compare-builds.ts';

const ORDER = 'workflow//./a//order' as WorkflowId;
const SHIP = 'workflow//./a//ship' as WorkflowId;
const contract = (code: string, fields: Partial<CodeContract> = {}): CodeContract => ({
  place: 'a.ts:1',
  code,
  ...fields,
});
const build = (name: string, contracts: CodeContracts | null, runs: ComparedBuild['runs']): ComparedBuild => ({
  buildId: name as BuildId,
  contracts,
  runs,
});
const deployed = (...builds: ComparedBuild[]): ComparedBuilds => ({ builds, pending: [] });
const next = (contracts: CodeContracts) => ({ contracts, workflowIds: [ORDER, SHIP] });

test('says what has moved, vanished or changed, and nothing of steps that were only mended', () => {
  const isOrdered = true as const;
  const old = {
    'step//./a//order/act': contract('1', { isOrdered }),
    'step//./a//order/act~2': contract('2', { isOrdered }),
    'step//./a//gone': contract('3', { place: 'a.ts:9' }),
    'step//./a//order/charge': contract('4', { captures: ['amount'] }),
    'step//./a//mended': contract('5', { parameters: [{ name: 'id' }] }),
    'step//./a//taking': contract('6', { place: 'a.ts:11', parameters: [{ name: 'id' }] }),
    'step//./b//one': contract('7', { place: 'b.ts:1', body: '1' }),
    'step//./b//two': contract('8', { place: 'b.ts:2', body: '2' }),
  };
  const now = {
    'step//./a//order/act': contract('0', { isOrdered, place: 'a.ts:2' }),
    'step//./a//order/act~2': contract('1', { isOrdered, place: 'a.ts:3' }),
    'step//./a//order/charge': contract('4', { captures: ['cents'], place: 'a.ts:4' }),
    'step//./a//mended': contract('6', { parameters: [{ name: 'id' }, { name: 'note', isOptional: true }] }),
    'step//./a//taking': contract('6', { place: 'a.ts:12', parameters: [{ name: 'key' }] }),
    'step//./b//one': contract('9', { place: 'b.ts:1', body: '2' }),
    'step//./b//two': contract('10', { place: 'b.ts:2', body: '3' }),
  };
  const { changes } = compareBuilds(deployed(build('b1', old, null)), next(now));
  expect(changes.map(({ kind, id, now: place }) => [id.split('//')[2], kind, place])).toEqual([
    ['order/act', 'moved', 'a.ts:3'],
    ['order/act~2', 'code', 'a.ts:3'],
    ['order/charge', 'captures', 'a.ts:4'],
    ['gone', 'vanished', null],
    ['taking', 'parameters', 'a.ts:12'],
    ['one', 'exchanged', 'b.ts:1'],
    ['two', 'moved', 'b.ts:1'],
  ]);
  expect(changes[0]).toMatchObject({ movedTo: 'step//./a//order/act~2', runs: null, builds: ['b1'] });
  expect(changes[2]).toMatchObject({ missing: ['cents'] });
  expect(changes[4]).toMatchObject({ given: [{ name: 'id' }], taken: [{ name: 'key' }] });
  expect(changes.map(parksRuns)).toEqual([false, true, true, true, true, true, false]);
});

test('says of classes of errors only that they have moved', () => {
  const isError = true as const;
  const error = contract('1', { isError });
  const old = { 'class//./a//Denied': error, 'class//./a//Gone': error };
  const now = { 'class//./errors//Denied': contract('2', { isError }) };
  expect(compareBuilds(deployed(build('b1', old, null)), next(now)).changes).toMatchObject([
    { id: 'class//./a//Denied', kind: 'moved', movedTo: 'class//./errors//Denied' },
  ]);
});

test('says of a class of errors which new ones stand in its file', () => {
  const error = (body: string) => contract(body, { isError: true, body });
  const old = { 'class//./a//Denied': error('1'), 'class//./a//Lost': error('2'), 'class//./b//Gone': error('3') };
  const now = { 'class//./a//Refused': error('1'), 'class//./a//Missing': error('4') };
  const { changes } = compareBuilds(deployed(build('b1', old, null)), next(now));
  expect(changes).toMatchObject([
    { id: 'class//./a//Denied', kind: 'moved', movedTo: 'class//./a//Refused' },
    { id: 'class//./a//Lost', kind: 'replaced', by: ['class//./a//Missing'] },
  ]);
  expect(changes.map(parksRuns)).toEqual([false, false]);
});

test('says of a class of errors that its fields have changed, also where it was moved', () => {
  const error = (field: string) => {
    const fields = { fields: { [field]: 'string' as const } };
    return contract(field, { isError: true, data: { gives: fields, takes: { type: fields } } });
  };
  const old = { 'class//./a//Denied': error('code'), 'class//./a//Lost': error('code') };
  const now = { 'class//./a//Denied': error('reason'), 'class//./b//Lost': error('reason') };
  const { changes } = compareBuilds(deployed(build('b1', old, null)), next(now));
  expect(changes).toMatchObject([
    { id: 'class//./a//Denied', kind: 'types', at: 'error.reason', given: 'nothing', taken: 'string' },
    { id: 'class//./a//Lost', kind: 'types', at: 'error.reason' },
  ]);
  expect(changes.map(parksRuns)).toEqual([true, true]);
});

test('counts the runs of all builds that may call a step: of its workflow, or any', () => {
  const old = { 'step//./a//order/act': contract('1'), 'step//./a//gone': contract('2') };
  const runs = [
    { workflowId: ORDER, runs: 3 },
    { workflowId: SHIP, runs: 4 },
  ];
  const { changes, unknown } = compareBuilds(
    deployed(build('b1', old, runs), build('b2', old, [{ workflowId: SHIP, runs: 1 }]), build('b3', null, runs)),
    next({}),
  );
  expect(changes.map(({ id, runs: count }) => [id.split('//')[2], count])).toEqual([
    ['order/act', 3],
    ['gone', 8],
  ]);
  expect(unknown.map(({ buildId }) => buildId)).toEqual(['b3']);
  const idle = compareBuilds(deployed(build('b1', old, [])), next({})).changes;
  expect(idle.map(parksRuns)).toEqual([false, false]);
});

describe('a workflow', () => {
  const takes = (name: string): CodeContract => contract('1', { parameters: [{ name }] });
  const runs = [{ workflowId: SHIP, runs: 2 }];

  test('that takes other arguments makes no run wait: those that old code starts begin with that code', () => {
    const builds = deployed(build('b1', { [ORDER]: takes('id') }, runs));
    const { changes } = compareBuilds(builds, next({ [ORDER]: takes('key') }));
    expect(changes).toMatchObject([{ id: ORDER, kind: 'parameters', builds: ['b1'], runs: 2 }]);
    expect(changes.map(parksRuns)).toEqual([false]);
  });

  test('that vanished makes runs wait that have not begun, and those that others may start', () => {
    const pending = [{ workflowId: ORDER, runs: 3 }];
    const find = (contracts: CodeContracts, live: ComparedBuild['runs']) =>
      compareBuilds({ builds: [build('b1', contracts, live)], pending }, { contracts: {}, workflowIds: [SHIP] })
        .changes;
    expect(find({ [ORDER]: takes('id') }, runs)).toMatchObject([{ kind: 'vanished', before: 'a.ts:1', runs: 5 }]);
    expect(find({}, [])).toMatchObject([{ id: ORDER, kind: 'vanished', before: null, runs: 3, builds: [] }]);
    expect(find({}, []).map(parksRuns)).toEqual([true]);
    expect(compareBuilds({ builds: [], pending }, next({})).changes).toEqual([]);
  });
});
