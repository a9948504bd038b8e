import { EOL } from 'node:os';

function createFetcher<T extends object>(defaults: T) {
  return async <K extends keyof T>(key: K): Promise<[T[K], number]> => {
    'use step';
    return [defaults[key], EOL.length];
  };
}
const fetchSetting = createFetcher({ color: 'red', size: 3 });

export async function flow() {
  'use workflow';
  const own = createFetcher({ only: true });
  return [await fetchSetting('color'), await fetchSetting('size'), await own('only')];
}
