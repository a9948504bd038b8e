import { typeid } from 'typeid-js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const id = typeid('user').toString();
  return [(await echo(id)) === id, id.slice(0, 5), id.length];
}
