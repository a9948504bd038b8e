/** Ranks the names of this package for a place. */
import type { Node } from '../../../compiler/ast.ts';
import { type CodeContext, CONTEXTS_ALLOWED, FUNCTION_CONTEXTS } from '../../../compiler/analyze/function-contexts.ts';
import { CodeContexts } from '../code/contexts.ts';
import { nodesAt } from '../code/nodes-at.ts';
import type { Project, ProjectFile } from '../project/project.ts';

/** `'here'`: meant for this place; `'elsewhere'`: an error here; `null`: like any other name. */
export type Fitness = 'here' | 'elsewhere' | null;

/** A function that ranks the exports of `workflow` by name, for one place. */
export function fitnessAt(project: Project, file: ProjectFile, index: number): (name: string) => Fitness {
  const contexts = contextsAt(project, file, nodesAt(file, index)[0]);
  return (name) => {
    if (!Object.hasOwn(FUNCTION_CONTEXTS, name) || contexts.size === 0) return null;
    const error = FUNCTION_CONTEXTS[name];
    if (!error) return null;
    return CONTEXTS_ALLOWED[error].some((context) => contexts.has(context)) ? 'here' : 'elsewhere';
  };
}

function contextsAt(project: Project, file: ProjectFile, node: Node | undefined): ReadonlySet<CodeContext> {
  return node ? new CodeContexts({ project, file }).of(node) : new Set(['application']);
}
