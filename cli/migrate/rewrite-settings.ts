/** Rewrites files with settings, such as `.env`. */
import { SETTINGS, WORLDS } from './other-package.ts';

const LINE = /^(\s*(?:export\s+)?)(WORKFLOW_\w+)(\s*=\s*)(['"]?)(.*?)\4(\s*)$/gm;

/** Keeps comments, quotes and everything that it does not know. */
export function rewriteSettings(text: string): string {
  return text.replaceAll(
    LINE,
    (line, before: string, name: string, equals: string, quote: string, value: string, after: string) => {
      const known = SETTINGS[name];
      if (known === undefined) return line;
      const kept = name === 'WORKFLOW_TARGET_WORLD' ? (WORLDS[value] ?? value) : value;
      return `${before}${known}${equals}${quote}${kept}${quote}${after}`;
    },
  );
}
