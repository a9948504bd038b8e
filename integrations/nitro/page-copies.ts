/** Steps beside pages that Vite renders: it bundles them before Nitro's server, with modules of their own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { mapOf, STEP_BUNDLE_FILE, STEPS_FILE } from '../../compiler/build/output-files.ts';
import { applicationFilesOf } from '../shared/application-files.ts';
import type { NitroProject } from './options.ts';

/** Whether the workflows belong to the pages. Known when Nitro's own server is bundled. */
export const belongsToPages = ({ rootDir }: NitroProject): boolean => applicationFilesOf(rootDir).isInPages;

/** The server takes the step bundle then: classes are known there as copies of those that the pages have. */
export function copySteps(project: NitroProject): Plugin {
  const read = (file: string): Promise<string> => readFile(join(project.outDir, file), 'utf8');
  return {
    name: 'workflow:copy-steps',
    load: {
      order: 'pre',
      filter: { id: /[\\/]steps\.mjs$/ },
      async handler(id) {
        if (id !== join(project.outDir, STEPS_FILE) || !belongsToPages(project)) return null;
        return { code: await read(STEP_BUNDLE_FILE), map: await read(mapOf(STEP_BUNDLE_FILE)) };
      },
    },
  };
}
