import { expect, it } from 'vitest';
import type { World } from '../../../runtime/world/world.ts';
import type { OpenStore } from '../test-store.ts';
import { endRun, hookCreated, ownRun, RUN, toNewRun, toRunId, type RunInput } from '../run-fixtures.ts';

const OTHER_RUN = toRunId(2);

const createOther = (world: World, input: RunInput = {}) =>
  world.createRun(toNewRun({ runId: OTHER_RUN, created: { key: 'mine' }, ...input }));

export function testKeys(openStore: OpenStore): void {
  it('refuses a key that another run holds, and names that run', async () => {
    const { world, connect } = await openStore();
    await ownRun(world, { created: { key: 'mine' } });
    const refused = { ok: false, reason: 'key_taken', heldBy: RUN };
    await expect(createOther(await connect())).resolves.toEqual(refused);
    await expect(world.readRun(OTHER_RUN)).resolves.toBeNull();
    await expect(createOther(world, { created: { key: 'MINE' } })).resolves.toEqual({ ok: true });
  });

  it('keeps a key with its run after the run has ended', async () => {
    const { world } = await openStore();
    await ownRun(world, { created: { key: 'mine' } });
    await endRun(world);
    await expect(createOther(world)).resolves.toMatchObject({ heldBy: RUN });
    await expect(world.readRun(RUN)).resolves.toMatchObject({ status: 'completed', key: 'mine' });
  });

  it('gives a key to one of many runs that ask for it at the same time', async () => {
    const { world, connect } = await openStore();
    const other = await connect();
    const runIds = Array.from({ length: 10 }, (_, i) => toRunId(i));
    const outcomes = await Promise.all(
      runIds.map((runId, i) => (i % 2 ? world : other).createRun(toNewRun({ runId, created: { key: 'mine' } }))),
    );
    const winner = runIds[outcomes.findIndex(({ ok }) => ok)]!;
    const refused = { ok: false, reason: 'key_taken', heldBy: winner };
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 9 }, () => refused));
    const { runs } = await world.listRuns({ limit: 10 });
    expect(runs.map(({ runId }) => runId)).toEqual([winner]);
  });

  it('passes a key on from the run that is named, and only from that one', async () => {
    const { world, connect } = await openStore();
    await ownRun(world, { created: { key: 'mine' } });
    await expect(createOther(world, { takesKeyFrom: toRunId(9) })).resolves.toMatchObject({ heldBy: RUN });
    await expect(createOther(world, { takesKeyFrom: RUN })).resolves.toEqual({ ok: true });
    const other = await connect();
    await expect(other.readRun(RUN)).resolves.toMatchObject({ key: null });
    await expect(other.readRun(OTHER_RUN)).resolves.toMatchObject({ key: 'mine' });
    const late = toNewRun({ runId: toRunId(3), created: { key: 'mine' }, takesKeyFrom: RUN });
    await expect(world.createRun(late)).resolves.toEqual({ ok: false, reason: 'key_taken', heldBy: OTHER_RUN });
  });

  it('takes a key that became free before it could be passed on', async () => {
    const { world } = await openStore();
    await expect(createOther(world, { takesKeyFrom: RUN })).resolves.toEqual({ ok: true });
  });

  it('leaves a key where it is when the new run is refused for another reason', async () => {
    const { world } = await openStore();
    await ownRun(world, { created: { key: 'mine' }, events: [hookCreated(0, 'token')] });
    const refused = createOther(world, { takesKeyFrom: RUN, events: [hookCreated(0, 'token')] });
    await expect(refused).resolves.toMatchObject({ reason: 'tokens_taken' });
    const again = toNewRun({ created: { key: 'mine' }, takesKeyFrom: RUN });
    await expect(world.createRun(again)).resolves.toEqual({ ok: false, reason: 'exists' });
    await expect(world.readRun(RUN)).resolves.toMatchObject({ key: 'mine' });
  });
}
