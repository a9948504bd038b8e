/** The form of a refactor. */
import type { TextEdit } from '../findings/finding.ts';

/** A change that an editor offers. */
export interface Refactor {
  /** Its name in editors: `extract.step`. */
  name: RefactorName;
  /** In the imperative: `Extract to a step`. */
  title: string;
  /** Creates the edits when the user chooses it. */
  edit: () => RefactorEdit;
}

/** The names of all refactors. */
export type RefactorName = 'extract.step' | 'rewrite.step' | 'rewrite.workflow' | 'rewrite.start' | 'rewrite.call';

/** The edits of a refactor. */
export interface RefactorEdit {
  /** Edits of one file, which do not overlap. */
  edits: TextEdit[];
  /** The index of a proposed name after the edits, where the user can choose a better one; `null`: none. */
  renameAt: number | null;
}
