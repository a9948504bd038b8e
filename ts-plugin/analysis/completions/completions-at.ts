/** All completions of this package at a place. */
import type { Finding } from '../findings/finding.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';
import { directiveCompletions } from './directive-completions.ts';
import { durationCompletions } from './duration-completions.ts';
import { stepOptionCompletions } from './step-option-completions.ts';
import { suppressionCompletions } from './suppression-completions.ts';

/** A place in a file, and the findings of the file. */
export interface CompletionPlace {
  project: Project;
  file: ProjectFile;
  index: number;
  /** The findings of the file: comments that suppress them name their codes. */
  findings: readonly Finding[];
}

/** The completions at a place; none when nothing of this package fits there. */
export function completionsAt({ project, file, index, findings }: CompletionPlace): Completion[] {
  const ofComment = suppressionCompletions(file, index, findings);
  if (ofComment.length > 0) return ofComment;
  const directives = directiveCompletions(file, index);
  if (directives.length > 0) return directives;
  const options = stepOptionCompletions(project, file, index);
  return options.length > 0 ? options : durationCompletions(project, file, index);
}
