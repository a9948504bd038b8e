/** Findings and fixes in TypeScript's form. */
import type ts from 'typescript-6';
import { ruleOf } from '../analysis/rules/all-rules.ts';
import type { Finding, QuickFix, RelatedPlace, TextEdit } from '../analysis/findings/finding.ts';
import { pageOfCode } from '../analysis/findings/page-of-code.ts';
import type { Span } from '../../compiler/ast.ts';
import { toProgramPath } from './program-host.ts';
import type { WorkflowSession } from './workflow-session.ts';

/** Editors show it before the message, and can filter by it. */
const SOURCE = 'workflow';

/** Outside the range of TypeScript, which offers its own fixes by number. */
const CODES_FROM = 870_000;

/** The number of a code in editors. */
export function numberOf(code: string): number {
  return CODES_FROM + (ruleOf(code)?.number ?? 0);
}

/** One finding as a diagnostic of TypeScript. */
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
    relatedInformation: [
      ...finding.related.flatMap((place) => toRelated(session, place) ?? []),
      ...linkTo(session, finding.code),
    ],
  };
}

function toRelated(session: WorkflowSession, place: RelatedPlace): ts.DiagnosticRelatedInformation | null {
  const file = session.program?.getSourceFile(place.file);
  if (!file) return null;
  const category = session.typescript.DiagnosticCategory.Message;
  return { code: 0, category, messageText: place.message, file, ...toTextSpan(place.span) };
}

/** A place in the page about a code: the only kind of link that tsserver passes on. */
function linkTo({ typescript }: WorkflowSession, code: string): ts.DiagnosticRelatedInformation[] {
  const page = pageOfCode(code);
  if (!page) return [];
  // Only the name and the text are read of a file that is no part of the program.
  const file = { fileName: toProgramPath(page.path), text: page.text } as ts.SourceFile;
  const category = typescript.DiagnosticCategory.Message;
  const messageText = `The page about ${code}, with a wrong and a right example.`;
  return [{ code: 0, category, messageText, file, start: page.index, length: `## ${code}`.length }];
}

/** A span in TypeScript's form. */
export function toTextSpan({ start, end }: Span): ts.TextSpan {
  return { start, length: end - start };
}

/** A span of TypeScript in our form. */
export function toSpan({ start, length }: ts.TextSpan): Span {
  return { start, end: start + length };
}

/** Edits by file, in the order of the text. */
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

/** A fix in TypeScript's form. Editors can apply it to all findings of its code if it allows that. */
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

/** The code in the id of a fix; `null` for a fix of somebody else. */
export function codeOfFixId(fixId: unknown): string | null {
  return typeof fixId === 'string' && fixId.startsWith(FIX_ID) ? fixId.slice(FIX_ID.length) : null;
}
