/** What a rule reports about a place, and the edits that correct it. */
import type { Span } from '../../../compiler/ast.ts';
import type { Diagnostic } from '../../../compiler/diagnostics.ts';
import type { WorkflowError } from '../../../runtime/contract/errors.ts';
import type { ProjectFile } from '../project/project.ts';

/** `hint`: shown by editors in a quiet way, and by `workflow check` only when it is asked to. */
export type Severity = 'error' | 'warning' | 'hint';

export interface Finding {
  /** Code of the rule, as in the catalogue. */
  code: string;
  severity: Severity;
  /** What, the fix and the code: the text of the error in the catalogue. */
  message: string;
  /** What to do about it, in words. */
  fix: string | undefined;
  /** Absolute path. */
  file: string;
  span: Span;
  /** How it came to this: the places on the way, first the nearest. */
  related: RelatedPlace[];
  /** What an editor can do about it; the best first. */
  fixes: QuickFix[];
}

export interface RelatedPlace {
  file: string;
  span: Span;
  message: string;
}

export interface QuickFix {
  /** In the imperative: `Add "await"`. */
  title: string;
  /** In any order; they do not overlap. */
  edits: TextEdit[];
  /** Fixes of one kind can be applied to all findings of a code at once. False: where each needs a decision. */
  isForAll: boolean;
}

export interface TextEdit {
  file: string;
  /** Empty for an insertion. */
  span: Span;
  text: string;
}

/** Makes a finding of an error of a catalogue. Its severity is set when the settings are known. */
export function createFinding(
  file: ProjectFile,
  span: Span,
  error: WorkflowError,
  { related = [], fixes = [] }: { related?: RelatedPlace[]; fixes?: QuickFix[] } = {},
): Finding {
  const { code, message, fix } = error;
  return { code, severity: 'error', message, fix, file: file.source.path, span, related, fixes };
}

/** Makes a finding of a diagnostic of the compiler. */
export function diagnosticFinding({ code, message, fix, file, index, end, severity }: Diagnostic): Finding {
  return { code, severity, message, fix, file, span: { start: index, end }, related: [], fixes: [] };
}
