import { autorun, makeAutoObservable, runInAction } from 'mobx';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const state = makeAutoObservable({
    n: 1,
    get double() {
      return this.n * 2;
    },
  });
  const seen: number[] = [];
  autorun(() => seen.push(state.double));
  runInAction(() => void (state.n = 5));
  return [seen, await echo(state.double)];
}
