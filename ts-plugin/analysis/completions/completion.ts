/** What an editor offers to write. */
import type { Span } from '../../../compiler/ast.ts';

export interface Completion {
  /** As it is shown, and as it is written in the place of the span. */
  text: string;
  span: Span;
  /** What is compared with what was typed so far. */
  filter: string;
  /** What it is, in one sentence. */
  description: string;
}
