/** The documents of this repository, and which of them are published. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, ROOT, type SourceFile } from '../style/source-files.ts';

const { files: PUBLISHED } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };

/** All Markdown files, those of examples included, and `llms.txt`. */
export const DOCUMENTS: readonly SourceFile[] = listFiles(/\.md$|^llms\.txt$/);

/** Whether a file is part of the published package. @param file Path from the root: `docs/api.md`. */
export function isPublished(file: string): boolean {
  const holds = (pattern: string): boolean => file === pattern || file.startsWith(`${pattern}/`);
  const isLeftOut = PUBLISHED.some((pattern) => pattern.startsWith('!') && holds(pattern.slice(1)));
  return PUBLISHED.some(holds) && !isLeftOut;
}

/** The text of one document. @throws When there is none. */
export function readDocument(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
