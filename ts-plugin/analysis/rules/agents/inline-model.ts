/** Writes a model into the options of its agent, from where it is moved to the host. */
import { type Node, child, children, contains, parentOf, unwrap } from '../../../../compiler/ast.ts';
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import { removeStatement, replaceText, textOf } from '../../edits/text-edits.ts';
import type { QuickFix, TextEdit } from '../../findings/finding.ts';
import { initialValue } from '../../code/held-values.ts';
import type { ProjectFile } from '../../project/project.ts';
import type { Property } from './written-object.ts';

/** Offered for the name of a constant that needs nothing of the functions around it. */
export function inlineModel(file: ProjectFile, { node, value }: Property): QuickFix[] {
  const name = unwrap(value);
  const made = initialValue(name);
  if (made === name || usesLocals(file, made)) return [];
  const text = textOf(file, made.span);
  const written = replaceText(file, value.span, node === value ? `model: ${text}` : text);
  return [{ title: 'Write the model into the options', edits: [written, ...removeUnused(file, name)], isForAll: true }];
}

function usesLocals({ bindings }: ProjectFile, { span }: Node): boolean {
  return bindings.references.some(({ node, binding }) => {
    const isInside = contains(span, node.span) && binding !== null;
    return isInside && binding.scope !== bindings.root && !contains(span, binding.scope.node.span);
  });
}

/** The statement of a constant that has no other use. */
function removeUnused(file: ProjectFile, name: Node): TextEdit[] {
  const binding = referenceOf(name)?.binding;
  const declarator = binding?.references.length === 1 ? binding.declarations[0] : undefined;
  const statement = declarator && parentOf(declarator);
  const isAlone = statement?.type === 'VariableDeclaration' && children(statement, 'declarations').length === 1;
  const holder = isAlone ? parentOf(statement) : undefined;
  return holder && child(holder, 'declaration') !== statement ? [removeStatement(file, statement!.span)] : [];
}
