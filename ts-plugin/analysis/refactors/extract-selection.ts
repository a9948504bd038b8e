/** Moves selected code of a workflow into a new step. */
import type { Span } from '../../../compiler/ast.ts';
import { extractionEdit, readExtraction } from '../edits/extract-step.ts';
import { readSelection } from '../edits/selection.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import type { Refactor } from './refactor.ts';

/** The refactor for a selection; none when the code cannot run in a step. */
export function extractSelection(project: Project, file: ProjectFile, selected: Span): Refactor[] {
  const selection = readSelection(file, selected);
  const extraction = selection && readExtraction(project, file, selection);
  if (!extraction) return [];
  const edit = (): ReturnType<Refactor['edit']> => extractionEdit(project, file, { ...extraction, name: 'newStep' });
  return [{ name: 'extract.step', title: 'Extract to a step', edit }];
}
