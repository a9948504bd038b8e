/** The form of a completion. */
import type { Span } from '../../../compiler/ast.ts';

/** A text that an editor offers to insert. */
export interface Completion {
  /** The shown text, which replaces the span. */
  text: string;
  span: Span;
  /** The text that the editor compares with the typed text. */
  filter: string;
  /** One sentence about it. */
  description: string;
}
