import { expect, it } from 'vitest';
import { toReconnectDelay } from './reconnect-delay.ts';

it('the first attempt is early, later ones wait longer up to a limit, and chance keeps clients apart', () => {
  const delays = (random: number): number[] =>
    [1, 2, 3, 4, 5, 6, 20].map((failures) => toReconnectDelay(failures, random));
  expect(delays(1)).toEqual([200, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(delays(0)).toEqual([100, 500, 1000, 2000, 4000, 4000, 4000]);
});
