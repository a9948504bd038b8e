/** Whether a class says how its instances cross a boundary, and the fix that lets it. */
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

/** @param place Where the name of the class stands, or where it begins when it has none. */
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

/** By its own methods: those of the class that it extends make instances of that one. */
export function isSerializableClass({ file, node }: FoundClass): boolean {
  return file.analysis?.classes.some((found) => found.node === node) ?? false;
}

/** Methods that carry the fields of an instance. A class with more than that has to be written by hand. */
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

/** Both names go into one statement. */
function mergeImports(first: QuickFix['edits'], second: QuickFix['edits']): QuickFix['edits'] {
  const [a] = first;
  const [b] = second;
  if (!a || !b) return [...first, ...second];
  const isList = a.text.startsWith(', ');
  const merged = isList ? a.text + b.text : a.text.replace(/\s*\}/, `, ${/\{\s*(.+?)\s*\}/.exec(b.text)![1]} }`);
  return [{ ...a, text: merged }];
}

/** Private names are out of reach of a copy; a subclass may have any in what it extends. Only classes at the top level are registered. */
function canCarryFields({ file, node }: FoundClass): boolean {
  const parent = parentOf(node);
  const isTopLevel = parent !== undefined && (parent === file.bindings.root.node || parent.type.startsWith('Export'));
  const hasPrivateNames = children(node, 'body').some(({ type }) => type.startsWith('Private'));
  return isTopLevel && child(node, 'identifier') !== null && child(node, 'superClass') === null && !hasPrivateNames;
}

/** Behind the brace that opens the body: the first after the name, type parameters, and what is extended or implemented. */
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
