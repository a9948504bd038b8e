/** What a rule has to say about a place, and what can be done about it. */
import type { Span } from '../../compiler/ast.ts';

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
