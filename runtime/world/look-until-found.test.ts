import { expect, test } from 'vitest';
import { lookUntilFound } from './look-until-found.ts';

/** A place that can be looked at: `find` is what the next look finds. */
function createPlace() {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const leaving = new AbortController();
  const place = {
    looks: 0,
    alive: 0,
    find: undefined as string | undefined,
    /** Runs in the middle of each look. */
    onLook: () => {},
    closing,
    leaving,
    get listeners() {
      return listeners.size;
    },
    change: () => listeners.forEach((wake) => wake()),
    wait: () =>
      lookUntilFound(
        async () => {
          place.looks += 1;
          const found = place.find;
          place.onLook();
          return found;
        },
        {
          subscribe: (wake) => {
            listeners.add(wake);
            return () => listeners.delete(wake);
          },
          keepAlive: () => {
            place.alive += 1;
            return () => (place.alive -= 1);
          },
          closing: closing.signal,
          signal: leaving.signal,
        },
      ),
  };
  return place;
}

/** Lets everything happen that waits for nothing from outside. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a value that is already there is found at the first look', async () => {
  const place = createPlace();
  place.find = 'there';
  await expect(place.wait()).resolves.toBe('there');
  expect(place).toMatchObject({ looks: 1, listeners: 0, alive: 0 });
});

test('a value that comes later is found after the change that brings it, and the process stays alive for it', async () => {
  const place = createPlace();
  const waiting = place.wait();
  await settle();
  expect(place).toMatchObject({ looks: 1, listeners: 1, alive: 1 });
  place.change();
  await settle();
  expect(place.looks).toBe(2);
  place.find = 'come';
  place.change();
  await expect(waiting).resolves.toBe('come');
  expect(place).toMatchObject({ looks: 3, listeners: 0, alive: 0 });
});

test('changes during a look are not missed and lead to one more look', async () => {
  const place = createPlace();
  place.onLook = () => {
    if (place.looks > 1) return;
    place.find = 'meanwhile';
    place.change();
    place.change();
  };
  await expect(place.wait()).resolves.toBe('meanwhile');
  expect(place.looks).toBe(2);
});

test('closing ends a wait with its reason; a wait that begins later finds only what is there', async () => {
  const place = createPlace();
  const waiting = place.wait();
  await settle();
  place.closing.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await expect(place.wait()).rejects.toThrow('closed');
  place.find = 'there';
  await expect(place.wait()).resolves.toBe('there');
  expect(place).toMatchObject({ listeners: 0, alive: 0 });
});

test('a look that fails while closing ends the wait with the reason of closing', async () => {
  const place = createPlace();
  place.onLook = () => {
    place.closing.abort(new Error('closed'));
    throw new Error('unreadable');
  };
  await expect(place.wait()).rejects.toThrow('closed');
});

test('a wait that is given up resolves to undefined', async () => {
  const place = createPlace();
  const waiting = place.wait();
  await settle();
  place.leaving.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(place.wait()).resolves.toBeUndefined();
  expect(place).toMatchObject({ looks: 1, listeners: 0, alive: 0 });
});

test('an error of a look ends the wait', async () => {
  const place = createPlace();
  place.onLook = () => {
    throw new Error('unreadable');
  };
  await expect(place.wait()).rejects.toThrow('unreadable');
  expect(place).toMatchObject({ listeners: 0, alive: 0 });
});
