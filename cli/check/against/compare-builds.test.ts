import { expect, test } from 'vitest';
import type { BuildId, WorkflowId } from '../../../runtime/contract/ids.ts';
import type { StepContract, StepContracts } from '../../../runtime/contract/step-contracts.ts';
import { compareBuilds, type ComparedBuild, parksRuns } from './compare-builds.ts';

const ORDER = 'workflow//./a//order' as WorkflowId;
const SHIP = 'workflow//./a//ship' as WorkflowId;
const contract = (code: string, fields: Partial<StepContract> = {}): StepContract => ({
  place: 'a.ts:1',
  code,
  ...fields,
});
const build = (name: string, contracts: StepContracts | null, runs: ComparedBuild['runs']): ComparedBuild => ({
  buildId: name as BuildId,
  contracts,
  runs,
});
const next = (contracts: StepContracts) => ({ contracts, workflowIds: [ORDER, SHIP] });

test('says what has moved, vanished or changed, and nothing of steps that were only mended', () => {
  const isOrdered = true as const;
  const old = {
    'step//./a//order/act': contract('1', { isOrdered }),
    'step//./a//order/act~2': contract('2', { isOrdered }),
    'step//./a//gone': contract('3', { place: 'a.ts:9' }),
    'step//./a//order/charge': contract('4', { captures: ['amount'] }),
    'step//./a//mended': contract('5'),
  };
  const now = {
    'step//./a//order/act': contract('0', { isOrdered, place: 'a.ts:2' }),
    'step//./a//order/act~2': contract('1', { isOrdered, place: 'a.ts:3' }),
    'step//./a//order/charge': contract('4', { captures: ['cents'], place: 'a.ts:4' }),
    'step//./a//mended': contract('6'),
  };
  const { changes } = compareBuilds([build('b1', old, null)], next(now));
  expect(changes.map(({ kind, stepId, now: place }) => [stepId.split('//')[2], kind, place])).toEqual([
    ['order/act', 'moved', 'a.ts:3'],
    ['order/act~2', 'code', 'a.ts:3'],
    ['order/charge', 'captures', 'a.ts:4'],
    ['gone', 'vanished', null],
  ]);
  expect(changes[0]).toMatchObject({ movedTo: 'step//./a//order/act~2', runs: null, builds: ['b1'] });
  expect(changes[2]).toMatchObject({ missing: ['cents'] });
  expect(changes.map(parksRuns)).toEqual([false, true, true, true]);
});

test('counts the runs of all builds that may call a step: of its workflow, or any', () => {
  const old = { 'step//./a//order/act': contract('1'), 'step//./a//gone': contract('2') };
  const runs = [
    { workflowId: ORDER, runs: 3 },
    { workflowId: SHIP, runs: 4 },
  ];
  const { changes, unknown } = compareBuilds(
    [build('b1', old, runs), build('b2', old, [{ workflowId: SHIP, runs: 1 }]), build('b3', null, runs)],
    next({}),
  );
  expect(changes.map(({ stepId, runs: count }) => [stepId.split('//')[2], count])).toEqual([
    ['order/act', 3],
    ['gone', 8],
  ]);
  expect(unknown.map(({ buildId }) => buildId)).toEqual(['b3']);
  const idle = compareBuilds([build('b1', old, [])], next({})).changes;
  expect(idle.map(parksRuns)).toEqual([false, false]);
});
