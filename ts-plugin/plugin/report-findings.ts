/** Findings in the form in which TypeScript reports its own. */
import type ts from 'typescript-6';
import { ruleOf } from '../analysis/rules/all-rules.ts';
import type { Finding, QuickFix, RelatedPlace, TextEdit } from '../analysis/findings/finding.ts';
import type { Span } from '../../compiler/ast.ts';
import { toProgramPath } from './program-host.ts';
import type { WorkflowSession } from './workflow-session.ts';

/** Shown before the message, and what editors filter by. */
const SOURCE = 'workflow';

/** Outside of what TypeScript uses, because it offers fixes of its own by number. */
const CODES_FROM = 870_000;

/** The number by which editors know a code. */
export function numberOf(code: string): number {
  return CODES_FROM + (ruleOf(code)?.number ?? 0);
}

export function toDiagnostic(session: WorkflowSession, finding: Finding): ts.Diagnostic {
  const { DiagnosticCategory } = session.typescript;
  const category = { error: 'Error', warning: 'Warning', hint: 'Suggestion' } as const;
  return {
    source: SOURCE,
    code: numberOf(finding.code),
    category: DiagnosticCategory[category[finding.severity]],
    messageText: finding.message,
    file: session.program?.getSourceFile(finding.file),
    ...toTextSpan(finding.span),
    relatedInformation: finding.related.flatMap((place) => toRelated(session, place) ?? []),
  };
}

function toRelated(session: WorkflowSession, place: RelatedPlace): ts.DiagnosticRelatedInformation | null {
  const file = session.program?.getSourceFile(place.file);
  if (!file) return null;
  const category = session.typescript.DiagnosticCategory.Message;
  return { code: 0, category, messageText: place.message, file, ...toTextSpan(place.span) };
}

export function toTextSpan({ start, end }: Span): ts.TextSpan {
  return { start, length: end - start };
}

export function toSpan({ start, length }: ts.TextSpan): Span {
  return { start, end: start + length };
}

/** @param edits In any order. */
export function toFileChanges(edits: readonly TextEdit[]): ts.FileTextChanges[] {
  const files = new Set(edits.map(({ file }) => file));
  return [...files].map((path) => ({
    fileName: toProgramPath(path),
    textChanges: edits
      .filter(({ file }) => file === path)
      .map(({ span, text }) => ({ span: toTextSpan(span), newText: text }))
      .sort((a, b) => a.span.start - b.span.start || a.span.length - b.span.length),
  }));
}

/** Fixes that are for all findings of a code can be asked for at once. */
export function toCodeFix({ code }: Finding, { title, edits, isForAll }: QuickFix): ts.CodeFixAction {
  return {
    fixName: `${SOURCE}:${code}`,
    description: title,
    changes: toFileChanges(edits),
    ...(isForAll && { fixId: fixIdOf(code), fixAllDescription: `Fix all ${code} in this file` }),
  };
}

const FIX_ID = `${SOURCE}:`;

function fixIdOf(code: string): string {
  return FIX_ID + code;
}

/** The code whose findings are to be fixed all at once; `null` for a fix that is not ours. */
export function codeOfFixId(fixId: unknown): string | null {
  return typeof fixId === 'string' && fixId.startsWith(FIX_ID) ? fixId.slice(FIX_ID.length) : null;
}
