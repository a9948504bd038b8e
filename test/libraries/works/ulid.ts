import { decodeTime, isValid, monotonicFactory, ulid } from 'ulid';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const id = ulid(1469918176385);
  const next = monotonicFactory();
  return [(await echo(id)) === id, id.slice(0, 10), decodeTime(id), isValid(id), next(5) < next(5), ulid().length];
}
