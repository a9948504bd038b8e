/** The changes that `workflow init` proposes, file by file. */
import type { FileEdit } from '../program/proposed-edits.ts';

/** All that a project needs. */
export interface SetUp {
  edits: FileEdit[];
  /** Sentences about the parts that are there already. */
  present: string[];
  /** Texts about the parts that only a person can do. */
  byHand: string[];
}

/** Puts the parts of a set-up together. No two of them may change the same file. */
export function joinSetUps(parts: readonly Partial<SetUp>[]): SetUp {
  return {
    edits: parts.flatMap(({ edits = [] }) => edits),
    present: parts.flatMap(({ present = [] }) => present),
    byHand: parts.flatMap(({ byHand = [] }) => byHand),
  };
}
