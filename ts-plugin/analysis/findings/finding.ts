/** A finding: a mistake in a source file, and the edits that correct it. */
import type { Span } from '../../../compiler/ast.ts';
import type { Diagnostic } from '../../../compiler/diagnostics.ts';
import type { WorkflowError } from '../../../runtime/contract/errors.ts';
import type { ProjectFile } from '../project/project.ts';

/** Editors show a `hint` unobtrusively, and `workflow check` shows it only with `--hints`. */
export type Severity = 'error' | 'warning' | 'hint';

/** One mistake in a source file. */
export interface Finding {
  /** The code of the rule. */
  code: string;
  severity: Severity;
  /** The whole message: the problem, the fix and the code. */
  message: string;
  /** The fix, in words. */
  fix: string | undefined;
  /** Absolute path. */
  file: string;
  span: Span;
  /** The places that led to it, the nearest first. */
  related: RelatedPlace[];
  /** The fixes that an editor can apply; the best first. */
  fixes: QuickFix[];
}

/** A place that explains a finding. */
export interface RelatedPlace {
  file: string;
  span: Span;
  message: string;
}

/** Edits that correct a finding. */
export interface QuickFix {
  /** In the imperative: `Add "await"`. */
  title: string;
  /** In any order; they do not overlap. */
  edits: TextEdit[];
  /** Whether an editor offers to apply it to all findings of a code at once; false when each one needs a decision. */
  isForAll: boolean;
  /**
   * Whether it leaves no doubt about what its author meant: the text says it already, and no value, order or wait
   * changes. Only such fixes are applied without a person: by `--fix`, on save, and by linters. Default: false.
   */
  isSafe?: boolean;
}

/** The fix that tools may apply without asking; `undefined`: each fix of the finding is a decision. */
export function safeFix({ fixes }: Finding): QuickFix | undefined {
  return fixes.find(({ isSafe }) => isSafe);
}

/** The replacement of one part of a file. */
export interface TextEdit {
  file: string;
  /** Empty for an insertion. */
  span: Span;
  text: string;
}

/** A finding with the text of an error. The settings decide its severity later. */
export function createFinding(
  file: ProjectFile,
  span: Span,
  error: WorkflowError,
  { related = [], fixes = [] }: { related?: RelatedPlace[]; fixes?: QuickFix[] } = {},
): Finding {
  const { code, message, fix } = error;
  return { code, severity: 'error', message, fix, file: file.source.path, span, related, fixes };
}

/** A finding with the text of a diagnostic of the compiler. */
export function diagnosticFinding({ code, message, fix, file, index, end, severity }: Diagnostic): Finding {
  return { code, severity, message, fix, file, span: { start: index, end }, related: [], fixes: [] };
}
