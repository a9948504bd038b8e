/** Findings that comments of the code accept. A comment that accepts nothing is itself a finding. */
import { isAbout, readIgnoreComments } from '../../../compiler/ignore-comments.ts';
import { type Finding, type QuickFix, createFinding } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';
import { analysisError } from '../settings/messages.ts';

/** Only a build tells of these, so nothing is known of their comments before the first one has ended. */
const OF_BUILD = new Set(['compile_setup_missing', 'compile_code_left_out']);

/**
 * Removes suppressed findings, and adds a finding for each comment that suppresses nothing.
 * @param wasBuilt Whether the findings of a build are among them.
 */
export function applySuppressions(file: ProjectFile, findings: readonly Finding[], wasBuilt: boolean): Finding[] {
  const comments = readIgnoreComments(file.source, file.bindings);
  const used = new Set<object>();
  const kept = findings.filter(({ code, span }) => {
    const { line } = file.source.positions.at(span.start);
    const matching = comments.filter((comment) => isAbout(comment, code, line));
    for (const comment of matching) used.add(comment);
    return matching.length === 0;
  });
  const unused = comments
    .filter((comment) => !used.has(comment) && (wasBuilt || !comment.codes.some((code) => OF_BUILD.has(code))))
    .map(({ span, codes }) => {
      const error = analysisError('suppression_unused', { codes: codes.join(', ') || 'no code' });
      return createFinding(file, span, error);
    });
  return [...kept, ...unused];
}

/** The fix that suppresses a finding with a comment above its line. */
export function suppressFix({ source }: ProjectFile, { code, span }: Finding): QuickFix {
  const { line } = source.positions.at(span.start);
  const start = source.positions.indexAt({ line, column: 0 });
  const indent = /^[^\S\r\n]*/.exec(source.code.slice(start))![0];
  const newline = source.code.slice(0, start).endsWith('\r\n') ? '\r\n' : '\n';
  const text = `${indent}// workflow-ignore-next-line ${code}${newline}`;
  return {
    title: `Ignore ${code} for this line`,
    edits: [{ file: source.path, span: { start, end: start }, text }],
    isForAll: false,
  };
}
