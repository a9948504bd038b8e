/** A change that nobody needs and somebody may want. */
import type { TextEdit } from '../findings/finding.ts';

export interface Refactor {
  /** Its name for editors: `extract.step`. */
  name: RefactorName;
  /** In the imperative: `Extract to a step`. */
  title: string;
  /** Made when it is chosen. */
  edit: () => RefactorEdit;
}

export type RefactorName = 'extract.step' | 'rewrite.step' | 'rewrite.workflow' | 'rewrite.start' | 'rewrite.call';

export interface RefactorEdit {
  /** Of one file; they do not overlap. */
  edits: TextEdit[];
  /** Where a name of our choice stands afterwards, for the user to choose a better one. */
  renameAt: number | null;
}
