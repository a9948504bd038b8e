/** Options that are set on functions: `charge.maxRetries = 5`. */
import { type Node, child, staticKey, text } from '../../../compiler/ast.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type CodeOrigin, originOf } from './origins.ts';

/** A property that is set on a function of the project. */
export interface FunctionOption {
  fn: CodeOrigin & { kind: 'function' };
  option: string;
  /** The node of its name. */
  name: Node;
  value: Node;
}

/** The option that an assignment sets; `null` when it sets anything else. */
export function readOption(project: Project, file: ProjectFile, assignment: Node): FunctionOption | null {
  const target = child(assignment, 'left');
  const option = target?.type === 'MemberExpression' ? staticKey(child(target, 'property')) : null;
  if (option === null || text(assignment, 'operator') !== '=') return null;
  const fn = originOf(project, file, child(target!, 'object')!);
  if (fn?.kind !== 'function') return null;
  return { fn, option, name: child(target!, 'property')!, value: child(assignment, 'right')! };
}
