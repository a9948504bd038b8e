/** Combines quick fixes, and applies edits to texts. */
import type { QuickFix, TextEdit } from '../findings/finding.ts';

/**
 * The edits of several fixes, by file. An edit that several fixes need, such as an import, is made once. A fix that
 * overlaps a fix before it is left out as a whole, so its finding stays.
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

/** The text after edits of one file, which do not overlap. Insertions at one index keep their order. */
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

/** Insertions at one index do not overlap. */
function overlaps({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return a.start < b.end && b.start < a.end;
}
