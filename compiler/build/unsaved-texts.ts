/** Gives the bundler the texts that an editor has not saved yet. */
import type { Plugin } from 'rolldown';
import type { BuildProject } from './project.ts';

/** The plugin that loads them; none while everything is saved, because it is asked about every module. */
export function unsavedTexts({ unsaved }: BuildProject): Plugin[] {
  const texts = unsaved();
  if (texts.size === 0) return [];
  return [{ name: 'workflow:unsaved-texts', load: (path) => texts.get(path) ?? null }];
}
