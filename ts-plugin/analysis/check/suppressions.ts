/**
 * Comments that suppress findings: `// workflow-ignore-next-line <code>… -- <reason>` and
 * `// workflow-ignore-file <code>…`. A comment that suppresses nothing is itself a finding.
 */
import type { Span } from '../../../compiler/ast.ts';
import { nodesAt } from '../code/nodes-at.ts';
import { type Finding, type QuickFix, createFinding } from '../findings/finding.ts';
import type { ProjectFile } from '../project/project.ts';
import { analysisError } from '../settings/messages.ts';

const COMMENT = /^([^\S\n]*)\/\/[^\S\n]*workflow-ignore-(next-line|file)\b(.*)$/gm;

interface Suppression {
  span: Span;
  /** `null`: the whole file. */
  line: number | null;
  /** Codes or numbers. */
  codes: readonly string[];
  isUsed: boolean;
}

/** Removes suppressed findings, and adds a finding for each comment that suppresses nothing. */
export function applySuppressions(file: ProjectFile, findings: readonly Finding[]): Finding[] {
  const suppressions = readSuppressions(file);
  if (suppressions.length === 0) return [...findings];
  const kept = findings.filter((finding) => !isSuppressed(file, finding, suppressions));
  const unused = suppressions
    .filter(({ isUsed }) => !isUsed)
    .map(({ span, codes }) => {
      const error = analysisError('suppression_unused', { codes: codes.join(', ') || 'no code' });
      return createFinding(file, span, error);
    });
  return [...kept, ...unused];
}

function readSuppressions(file: ProjectFile): Suppression[] {
  const { source } = file;
  if (!source.code.includes('workflow-ignore-')) return [];
  const comments = [...source.code.matchAll(COMMENT)].filter(({ index }) => !isInText(file, index));
  return comments.map((match) => {
    const start = match.index + match[1]!.length;
    const line = match[2] === 'file' ? null : source.positions.at(start).line + 1;
    const codes = match[3]!
      .split(/\s--(?:\s|$)/, 1)[0]!
      .split(/[\s,]+/)
      .filter(Boolean);
    return { span: { start, end: match.index + match[0].trimEnd().length }, line, codes, isUsed: false };
  });
}

/** Whether an index is in a template or in JSX text, where a comment is only text. */
function isInText(file: ProjectFile, index: number): boolean {
  return nodesAt(file, index).some(({ type }) => type === 'TemplateElement' || type === 'JSXText');
}

function isSuppressed({ source }: ProjectFile, { code, span }: Finding, suppressions: Suppression[]): boolean {
  const { line } = source.positions.at(span.start);
  const matching = suppressions.filter(
    (candidate) => candidate.codes.includes(code) && (candidate.line ?? line) === line,
  );
  for (const suppression of matching) suppression.isUsed = true;
  return matching.length > 0;
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
