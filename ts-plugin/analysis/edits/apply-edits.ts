/** Applies quick fixes to texts. */
import type { QuickFix, TextEdit } from '../findings/finding.ts';

/**
 * The edits of several fixes as one list, by file. Fixes for several findings may need the same edit, such as an import: it is made
 * once. A fix that touches what one before it touches is left out as a whole; its finding stays.
 */
export function combineFixes(fixes: readonly QuickFix[]): Map<string, TextEdit[]> {
  const byFile = new Map<string, TextEdit[]>();
  for (const { edits } of fixes) {
    const fresh = edits.filter((edit) => !byFile.get(edit.file)?.some((other) => isSame(edit, other)));
    if (fresh.some((edit) => byFile.get(edit.file)?.some((other) => overlaps(edit, other)))) continue;
    for (const edit of fresh) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  }
  return byFile;
}

/** @param edits Of one file; they do not overlap. Insertions at one place keep their order. */
export function applyEdits(code: string, edits: readonly TextEdit[]): string {
  let text = '';
  let index = 0;
  for (const { span, text: inserted } of edits.toSorted(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end,
  )) {
    text += code.slice(index, span.start) + inserted;
    index = span.end;
  }
  return text + code.slice(index);
}

function isSame(a: TextEdit, b: TextEdit): boolean {
  return a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end && a.text === b.text;
}

/** Insertions at one place follow each other. */
function overlaps({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return a.start < b.end && b.start < a.end;
}
