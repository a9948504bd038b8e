import ms from 'ms';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [await echo(ms('2.5 hrs')), ms(60_000, { long: true }), ms('x' as '1s') ?? null];
}
