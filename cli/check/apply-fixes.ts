/** Mends files by the fixes that need no decision. */
import { readFileSync, writeFileSync } from 'node:fs';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/apply-edits.ts';
import type { Finding } from '../../ts-plugin/analysis/finding.ts';

/**
 * Applies the first fix of each finding that is meant for all of its kind. One that is in the way of another is left for the next round.
 * @returns Absolute paths of the files that were changed.
 */
export function applyFixes(findings: readonly Finding[]): string[] {
  const edits = combineFixes(findings.flatMap(({ fixes: [fix] }) => (fix?.isForAll ? [fix] : [])));
  for (const [file, ofFile] of edits) writeFileSync(file, applyEdits(readFileSync(file, 'utf8'), ofFile));
  return [...edits.keys()];
}
