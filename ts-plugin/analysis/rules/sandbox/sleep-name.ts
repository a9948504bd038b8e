/** How a place in a file can wait durably. */
import { type Node, contains } from '../../../../compiler/ast.ts';
import { type UsableName, importName } from '../../edits/import-name.ts';
import type { ProjectFile } from '../../project/project.ts';

/** `sleep` of this package, as it can be called in a node that uses some name. */
export function sleepName(file: ProjectFile, node: Node): UsableName {
  const { references, root } = file.bindings;
  const inside = references.find((reference) => contains(node.span, reference.node.span));
  return importName(file, { module: 'workflow', name: 'sleep', scope: inside?.scope ?? root });
}
