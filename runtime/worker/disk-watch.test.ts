import { expect, it } from 'vitest';
import type { Clock } from '../contract/clock.ts';
import type { Log } from '../contract/log.ts';
import type { World } from '../world/world.ts';
import { DiskWatch } from './disk-watch.ts';

const GB = 1_000_000_000;

/** A store whose disk has this much left, minute by minute; an error: it does not answer. */
async function watch(...answers: (number | null | Error)[]) {
  const lines: unknown[] = [];
  let now = 0;
  let fire: (() => void) | null = null;
  const clock: Clock = {
    now: () => now,
    setAlarm(at, then) {
      fire = () => {
        now = at;
        then();
      };
      return () => (fire = null);
    },
  };
  const note = (event: string, details: object): void => void lines.push([event, details, now / 60_000]);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const answer = async (): Promise<unknown> => {
    const next = answers.shift() ?? null;
    if (next instanceof Error) throw next;
    return { bytes: 1, freeBytes: next };
  };
  const watched = new DiskWatch({ world: { measure: answer } as unknown as World, clock, log });
  watched.start();
  while (answers.length > 0) {
    await new Promise(setImmediate);
    const alarm = fire as (() => void) | null;
    if (!alarm) throw new Error('nobody set an alarm');
    alarm();
  }
  await new Promise(setImmediate);
  watched.stop();
  expect(fire).toBeNull();
  return lines;
}

const LOW = { freeMb: 500, fix: expect.stringContaining('purge') };

it('says that a disk fills, at once and then once an hour', async () => {
  const minutes = Array.from({ length: 70 }, () => GB / 2);
  expect(await watch(...minutes)).toEqual([
    ['store_disk_low', LOW, 0],
    ['store_disk_low', LOW, 60],
  ]);
});

it('says it again when there was room in between', async () => {
  const lines = await watch(2 * GB, GB / 2, 2 * GB, GB / 2);
  expect(lines).toEqual([
    ['store_disk_low', LOW, 1],
    ['store_disk_low', LOW, 3],
  ]);
});

it('says nothing while the store does not answer', async () => {
  expect(await watch(new Error('locked'), GB / 2)).toEqual([['store_disk_low', LOW, 1]]);
});

it('asks a store whose disk is on another machine once', async () => {
  await expect(watch(null, GB / 2)).rejects.toThrow('nobody set an alarm');
});
