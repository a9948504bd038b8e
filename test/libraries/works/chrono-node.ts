import * as chrono from 'chrono-node';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return chrono
    .parse(await echo('An appointment on Sep 12-13 at 5pm UTC'), new Date('2024-01-01T00:00:00Z'))
    .map(({ text, start, end }) => [text, start.date().toISOString(), end?.date().toISOString() ?? null]);
}
