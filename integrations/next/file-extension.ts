/** Chooses the language of generated files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nextError } from './messages.ts';
import type { NextProject } from './options.ts';

/**
 * TypeScript in a TypeScript project, else JavaScript: a TypeScript file makes Next install a compiler, and a project's
 * settings may refuse JavaScript.
 * @throws `integration_next_extension`.
 */
export function chooseExtension({ rootDir, pageExtensions }: NextProject): string {
  const isTypeScript = existsSync(join(rootDir, 'tsconfig.json'));
  const languages = isTypeScript ? ['ts', 'tsx', 'js', 'jsx'] : ['js', 'jsx', 'ts', 'tsx'];
  for (const language of languages) {
    const found = pageExtensions.find((extension) => extension === language || extension.endsWith(`.${language}`));
    if (found !== undefined) return found;
  }
  throw nextError('integration_next_extension', { extensions: pageExtensions.join(', ') });
}
