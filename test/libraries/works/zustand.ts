import { createStore } from 'zustand/vanilla';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const store = createStore<{ n: number; add(by: number): void }>((set) => ({
    n: 0,
    add: (by) => set((state) => ({ n: state.n + by })),
  }));
  const seen: number[] = [];
  store.subscribe(({ n }) => seen.push(n));
  store.getState().add(await echo(2));
  store.getState().add(3);
  return [seen, store.getInitialState().n];
}
