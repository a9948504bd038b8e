/** The views that somebody has saved in this browser. */
import { signal } from '@preact/signals';
import type { RunView } from './run-filter.ts';

const KEY = 'workflow.views';

function read(): RunView[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as RunView[];
  } catch {
    return [];
  }
}

/** In the order in which they were saved. */
export const savedViews = signal<readonly RunView[]>(read());

// Other tabs save, too.
addEventListener('storage', (event) => {
  if (event.key === KEY) savedViews.value = read();
});

/** Saves a view; one of the same name is replaced. */
export function saveView(view: RunView): void {
  keep([...savedViews.value.filter(({ name }) => name !== view.name), view]);
}

/** Forgets a view. */
export function forgetView(name: string): void {
  keep(savedViews.value.filter((view) => view.name !== name));
}

function keep(views: readonly RunView[]): void {
  savedViews.value = views;
  localStorage.setItem(KEY, JSON.stringify(views));
}
