/** Classes whose instances cross a boundary: whether they define how, and the fix that adds the methods. */
import { type Node, child, children, eachChild, parentOf, text } from '../../../../compiler/ast.ts';
import { importName } from '../../edits/import-name.ts';
import { indentAt, indentUnit, insertText, newlineOf } from '../../edits/text-edits.ts';
import type { QuickFix } from '../../findings/finding.ts';
import type { DeclarationPlace } from '../../project/host.ts';
import type { Project, ProjectFile } from '../../project/project.ts';

/** A class of the project. */
export interface FoundClass {
  file: ProjectFile;
  node: Node;
}

/** The class that is declared at a place; `null` when there is none. */
export function findClass(project: Project, { path, index }: DeclarationPlace): FoundClass | null {
  const file = project.file(path);
  if (!file) return null;
  for (const node of file.bindings.scopes.keys()) {
    if (!node.type.startsWith('Class') || node.type === 'ClassMethod') continue;
    const name = child(node, 'identifier');
    if ((name ?? node).span.start === index) return { file, node };
  }
  return null;
}

/** Whether a class has its own methods for this. Inherited methods create instances of the base class. */
export function isSerializableClass({ file, node }: FoundClass): boolean {
  return file.analysis?.classes.some((found) => found.node === node) ?? false;
}

/** The fix that adds methods which copy the fields of an instance. Classes with more than fields have no fix. */
export function offerMethods(project: Project, place: DeclarationPlace): QuickFix[] {
  const found = findClass(project, place);
  if (!found || !canCarryFields(found)) return [];
  const { file, node } = found;
  const scope = file.bindings.root;
  const serialize = importName(file, { module: 'workflow', name: 'WORKFLOW_SERIALIZE', scope });
  const deserialize = importName(file, { module: 'workflow', name: 'WORKFLOW_DESERIALIZE', scope });
  const edits = [
    ...mergeImports(serialize.edits, deserialize.edits),
    insertText(
      file,
      bodyStart(found),
      methodsText(found, { serialize: serialize.text, deserialize: deserialize.text }),
    ),
  ];
  const name = text(child(node, 'identifier')!);
  return [{ title: `Let ${name} say how its instances are passed`, edits, isForAll: true }];
}

/** Joins the imports of both names into one statement. */
function mergeImports(first: QuickFix['edits'], second: QuickFix['edits']): QuickFix['edits'] {
  const [a] = first;
  const [b] = second;
  if (!a || !b) return [...first, ...second];
  const isList = a.text.startsWith(', ');
  const merged = isList ? a.text + b.text : a.text.replace(/\s*\}/, `, ${/\{\s*(.+?)\s*\}/.exec(b.text)![1]} }`);
  return [{ ...a, text: merged }];
}

/**
 * Whether copying the fields is enough. A copy lacks private names, also those of a base class, and only classes at the
 * top level are registered.
 */
function canCarryFields({ file, node }: FoundClass): boolean {
  const parent = parentOf(node);
  const isTopLevel = parent !== undefined && (parent === file.bindings.root.node || parent.type.startsWith('Export'));
  const hasPrivateNames = children(node, 'body').some(({ type }) => type.startsWith('Private'));
  return isTopLevel && child(node, 'identifier') !== null && child(node, 'superClass') === null && !hasPrivateNames;
}

/** The index behind the brace that opens the body: the first brace after the whole head of the class. */
function bodyStart({ file, node }: FoundClass): number {
  const body = children(node, 'body');
  let head = child(node, 'identifier')!.span.end;
  eachChild(node, (part) => {
    if (!body.includes(part)) head = Math.max(head, part.span.end);
  });
  return file.source.code.indexOf('{', head) + 1;
}

function methodsText(
  { file, node }: FoundClass,
  { serialize, deserialize }: { serialize: string; deserialize: string },
): string {
  const name = text(child(node, 'identifier')!);
  const newline = newlineOf(file);
  const unit = indentUnit(file);
  const indent = indentAt(file, node.span.start) + unit;
  const isTyped = /\.[cm]?tsx?$/.test(file.source.path);
  const type = isTyped ? ': object' : '';
  const method = (key: string, parameter: string, value: string): string =>
    [`${indent}static [${key}](${parameter}${type}) {`, `${indent}${unit}return ${value};`, `${indent}}`].join(newline);
  const methods = [
    method(serialize, 'instance', '{ ...instance }'),
    method(deserialize, 'data', `Object.assign(Object.create(${name}.prototype), data)`),
  ];
  return newline + methods.join(newline + newline) + (children(node, 'body').length > 0 ? newline : '');
}
