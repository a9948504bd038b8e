/** Answers from the sources about the functions and classes that a type names. */
import { type Node, child, contains } from '../../../../compiler/ast.ts';
import type { FileCode } from '../../code/call-sites.ts';
import type { DeclarationPlace } from '../../project/host.ts';
import type { Project } from '../../project/project.ts';
import { findClass, isSerializableClass } from './class-methods.ts';
import type { Declarations } from './serializable.ts';

/** @param code The file with the value. */
export function declarationsIn({ project, file }: Pick<FileCode, 'project' | 'file'>): Declarations {
  return {
    isStep: (place) => isStep(project, place),
    isSerializableClass(place) {
      const found = findClass(project, place);
      return found !== null && isSerializableClass(found);
    },
    constructs: (name) => new RegExp(`\\bnew\\s+${name.replaceAll('$', '\\$')}(?![\\w$])`).test(file.source.code),
  };
}

/** Whether a place is in the head of a step or workflow. The body does not count, because it may contain functions. */
function isStep(project: Project, { path, index }: DeclarationPlace): boolean {
  const file = project.file(path);
  if (!file) return false;
  for (const node of file.directives.keys()) {
    if (contains(headOf(node), { start: index, end: index })) return true;
  }
  return false;
}

function headOf(node: Node): Node['span'] {
  return { start: node.span.start, end: child(node, 'body')?.span.start ?? node.span.end };
}
