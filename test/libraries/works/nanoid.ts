import { customAlphabet, nanoid } from 'nanoid';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const id = nanoid();
  return [id.length, (await echo(id)) === id, nanoid() === id, /^[ab]{8}$/.test(customAlphabet('ab', 8)())];
}
