import { expect, it } from 'vitest';
import type { Log } from '../contract/log.ts';
import { CommitPace } from './commit-pace.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Commits one after the other, each as many milliseconds as it takes; between them passes a second. */
function pace() {
  const lines: [string, object, number][] = [];
  let now = 0;
  const note = (event: string, details: object): void => void lines.push([event, details, now]);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const clock = { now: () => now, setAlarm: () => () => {} };
  const watched = new CommitPace({ clock, log });
  return {
    lines,
    commit(times: number, tookMs: number): void {
      for (let count = 0; count < times; count += 1) {
        now += SECOND;
        watched.committed(tookMs);
      }
    },
    pass: (ms: number): void => void (now += ms),
  };
}

it('says that most commits are slow, ten seconds after it began', () => {
  const { lines, commit } = pace();
  commit(11, 600);
  expect(lines).toEqual([
    [
      'store_slow',
      { commits: 10, slow: 10, slowMs: 250, longestMs: 600, fix: expect.stringContaining('disk or the database') },
      11 * SECOND,
    ],
  ]);
});

it('says it once an hour as long as it lasts, and again when it was better in between', () => {
  const { lines, commit, pass } = pace();
  commit(70 * 60, 300);
  expect(lines.map(([, , at]) => Math.round(at / MINUTE))).toEqual([0, 60]);
  commit(20, 5);
  pass(MINUTE);
  commit(20, 300);
  expect(lines).toHaveLength(3);
});

it('says nothing of a few slow ones among many, nor of one after a pause', () => {
  const { lines, commit, pass } = pace();
  for (let round = 0; round < 20; round += 1) {
    commit(3, 800);
    commit(6, 5);
    pass(MINUTE);
  }
  for (let round = 0; round < 20; round += 1) {
    commit(1, 800);
    pass(MINUTE);
  }
  expect(lines).toEqual([]);
});
