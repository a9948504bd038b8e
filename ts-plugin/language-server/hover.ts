/** What the rules know of a place, shown below what TypeScript says of it. */
import { type Hover, MarkupKind } from 'vscode-languageserver';
import { hoverAt } from '../analysis/hover/hover.ts';
import type { OpenFile } from './workspace.ts';

/** @param index In the text of the file. */
export function hover({ opened, path, places }: OpenFile, index: number): Hover | null {
  const found = hoverAt(opened.project, path, index);
  return (
    found && { contents: { kind: MarkupKind.Markdown, value: found.text }, range: places.toRange(path, found.span) }
  );
}
