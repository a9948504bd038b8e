/** Hooks of `defineHook()`: workflows call `create`, and all other code calls `resume`. */
import { type Node, child } from '../../../compiler/ast.ts';
import { methodOf, nameOfPackage } from './call-sites.ts';
import { originOf } from './origins.ts';
import type { Project, ProjectFile } from '../project/project.ts';

/** The method of a defined hook that is called; `null` for all other calls. */
export function definedHookMethod(project: Project, file: ProjectFile, callee: Node): 'create' | 'resume' | null {
  const method = methodOf(callee);
  if (method?.name !== 'create' && method?.name !== 'resume') return null;
  const origin = originOf(project, file, method.object);
  const [declarator] = origin?.kind === 'variable' && origin.path.length === 0 ? origin.binding.declarations : [];
  const init = declarator?.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  if (origin?.kind !== 'variable' || init?.type !== 'CallExpression') return null;
  const definer = originOf(project, origin.file, child(init, 'callee')!);
  return nameOfPackage(definer, 'workflow') === 'defineHook' ? method.name : null;
}
