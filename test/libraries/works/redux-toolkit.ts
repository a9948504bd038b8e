import { configureStore, createSlice } from '@reduxjs/toolkit';
import { echo } from '../echo.ts';

const slice = createSlice({
  name: 'cart',
  initialState: { lines: [] as string[] },
  reducers: { add: (state, { payload }: { payload: string }) => void state.lines.push(payload) },
});

export async function program() {
  'use workflow';
  const store = configureStore({ reducer: slice.reducer });
  store.dispatch(slice.actions.add(await echo('x')));
  return store.getState();
}
