import { atom, createStore } from 'jotai/vanilla';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const count = atom(1);
  const double = atom((get) => get(count) * 2);
  const store = createStore();
  store.set(count, await echo(4));
  return store.get(double);
}
