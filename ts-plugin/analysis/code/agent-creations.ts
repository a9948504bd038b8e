/** The agents that expressions stand for. */
import { type Node, child, unwrap } from '../../../compiler/ast.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { methodOf, nameOfPackage } from './call-sites.ts';
import { originOf } from './origins.ts';

/** The `new DurableAgent(…)` whose `stream` a callee is; `null` for other callees. */
export function streamingAgent(
  project: Project,
  file: ProjectFile,
  callee: Node,
): { file: ProjectFile; node: Node } | null {
  const method = methodOf(callee);
  return method?.name === 'stream' ? creationOf(project, file, method.object) : null;
}

/** The `new DurableAgent(…)` that an expression is, or that its constant holds. */
function creationOf(project: Project, file: ProjectFile, expression: Node): { file: ProjectFile; node: Node } | null {
  const node = unwrap(expression);
  if (node.type === 'NewExpression') return isAgentClass(project, file, node) ? { file, node } : null;
  const origin = originOf(project, file, node);
  if (origin?.kind !== 'variable' || origin.path.length > 0) return null;
  const { declarations, references } = origin.binding;
  const [declarator] = declarations;
  const init = declarator?.type === 'VariableDeclarator' ? child(declarator, 'init') : null;
  if (!init || child(declarator!, 'id')?.type !== 'Identifier' || references.some(({ writes }) => writes)) return null;
  const made = unwrap(init);
  return isAgentClass(project, origin.file, made) ? { file: origin.file, node: made } : null;
}

function isAgentClass(project: Project, file: ProjectFile, node: Node): boolean {
  if (node.type !== 'NewExpression') return false;
  return nameOfPackage(originOf(project, file, child(node, 'callee')!), 'workflow/agent') === 'DurableAgent';
}
