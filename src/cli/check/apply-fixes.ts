/** Mends files by the fixes that need no decision. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding, TextEdit } from '../../analysis/finding.ts';

/**
 * Applies the first fix of each finding that is meant for all of its kind. A fix that touches what another one changes is left
 * for the next round.
 * @returns Absolute paths of the files that were changed.
 */
export function applyFixes(findings: readonly Finding[]): string[] {
  const chosen = new Map<string, TextEdit[]>();
  for (const { fixes } of findings) {
    const [fix] = fixes;
    if (!fix?.isForAll || !fix.edits.every((edit) => fits(edit, chosen.get(edit.file) ?? []))) continue;
    for (const edit of fix.edits) chosen.set(edit.file, [...(chosen.get(edit.file) ?? []), edit]);
  }
  for (const [file, edits] of chosen) writeFileSync(file, applyEdits(readFileSync(file, 'utf8'), edits));
  return [...chosen.keys()];
}

/** Two insertions at one place would depend on their order, unless they are the same, such as an import that both need. */
function fits(edit: TextEdit, others: readonly TextEdit[]): boolean {
  return others.every(({ span, text }) => {
    if (edit.span.start === span.start && edit.span.end === span.end) return edit.text === text;
    return edit.span.end <= span.start || span.end <= edit.span.start;
  });
}

/** @param edits In any order; the same edit may be there several times. */
export function applyEdits(code: string, edits: readonly TextEdit[]): string {
  const unique = new Map(edits.map((edit) => [`${edit.span.start} ${edit.span.end}`, edit]));
  const backwards = [...unique.values()].sort((a, b) => b.span.start - a.span.start || b.span.end - a.span.end);
  return backwards.reduce((text, edit) => text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end), code);
}
