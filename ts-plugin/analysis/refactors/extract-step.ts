/** Moves selected code of a workflow into a new step. */
import type { Binding } from '../../../compiler/analyze/scope.ts';
import { type Node, type Span, child, contains, parentOf } from '../../../compiler/ast.ts';
import { nameOfPackage } from '../code/call-sites.ts';
import { FUNCTION_CONTEXTS } from '../code/function-contexts.ts';
import { itemAround } from '../code/module-items.ts';
import { originOf } from '../code/origins.ts';
import { directiveAround } from '../code/surroundings.ts';
import { indentAt, indentUnit, insertText, newlineOf, replaceText, textOf } from '../edits/text-edits.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import type { Refactor, RefactorEdit } from './refactor.ts';
import { type Selection, isMovable, readSelection, type SelectionNames, readNames } from './selection.ts';

const NAME = 'newStep';

/** The refactor for a selection; none when the code cannot run in a step. */
export function extractStep(project: Project, file: ProjectFile, selected: Span): Refactor[] {
  const selection = readSelection(file, selected);
  if (!selection || directiveAround(file, selection.nodes[0]!)?.kind !== 'workflow') return [];
  if (!isMovable(file, selection) || callsDurable(project, file, selection)) return [];
  const names = readNames(file, selection);
  if (!names || (selection.kind === 'expression' && names.given.length > 0)) return [];
  const edit = (): RefactorEdit => createEdit(project, file, { selection, names });
  return [{ name: 'extract.step', title: 'Extract to a step', edit }];
}

/** Whether code calls functions that work only in workflows. */
function callsDurable(project: Project, file: ProjectFile, { span }: Selection): boolean {
  return file.bindings.nodes.of('CallExpression').some((node) => {
    if (!contains(span, node.span)) return false;
    const name = nameOfPackage(originOf(project, file, child(node, 'callee')!), 'workflow');
    return name !== null && FUNCTION_CONTEXTS[name] === 'context_not_in_workflow';
  });
}

interface Extracted {
  selection: Selection;
  names: SelectionNames;
}

function createEdit(project: Project, file: ProjectFile, extracted: Extracted): RefactorEdit {
  const { selection, names } = extracted;
  const name = freeName(file);
  const call = `await ${name}(${names.taken.map(({ binding }) => binding.name).join(', ')})`;
  const replacement = selection.kind === 'expression' ? expressionFor(selection, call) : statementFor(names, call);
  const { end } = itemAround(file, selection.nodes[0]!).span;
  const newline = newlineOf(file);
  const step = stepText(project, file, { ...extracted, name }).join(newline);
  return {
    edits: [replaceText(file, selection.span, replacement), insertText(file, end, newline.repeat(2) + step)],
    renameAt: selection.span.start + replacement.indexOf(name),
  };
}

function freeName({ bindings }: ProjectFile): string {
  const used = new Set(bindings.references.map(({ name }) => name));
  const isFree = (name: string): boolean => !used.has(name) && !bindings.root.bindings.has(name);
  const others = Array.from({ length: used.size + 1 }, (_, index) => `${NAME}${index + 2}`);
  return [NAME, ...others].find(isFree) ?? NAME;
}

/** Nodes that can hold an `await` without parentheses. */
const HOLDERS =
  /^(?:VariableDeclarator|ExpressionStatement|ReturnStatement|AssignmentExpression|KeyValueProperty|CallExpression|NewExpression|ArrayExpression|TemplateLiteral|ParenthesisExpression|IfStatement|ThrowStatement|ForOfStatement)$/;

function expressionFor({ nodes: [node] }: Selection, call: string): string {
  const parent = parentOf(node!);
  const isHeld = parent !== undefined && HOLDERS.test(parent.type) && child(parent, 'callee') !== node;
  return isHeld ? call : `(${call})`;
}

function statementFor({ given, giving }: SelectionNames, call: string): string {
  const list = given.map(({ name }) => name).join(', ');
  const target = given.length === 1 ? list : `{ ${list} }`;
  switch (giving) {
    case 'nothing':
      return `${call};`;
    case 'declared':
      return `const ${target} = ${call};`;
    case 'declared and changed later':
      return `let ${target} = ${call};`;
    case 'changed':
      return given.length === 1 ? `${target} = ${call};` : `(${target} = ${call});`;
  }
}

function stepText(
  project: Project,
  file: ProjectFile,
  { name, selection, names }: Extracted & { name: string },
): string[] {
  const unit = indentUnit(file);
  const parameters = parametersOf(project, file, names).join(', ');
  return [
    `async function ${name}(${parameters}) {`,
    `${unit}${directiveText(file)}`,
    ...bodyLines(file, selection, unit),
    ...(names.given.length === 0 ? [] : [`${unit}return ${resultOf(names.given)};`]),
    '}',
  ];
}

function resultOf(given: readonly Binding[]): string {
  return given.length === 1 ? given[0]!.name : `{ ${given.map(({ name }) => name).join(', ')} }`;
}

/** With the quotes of the file. */
function directiveText({ analysis, source }: ProjectFile): string {
  const [first] = analysis?.directives ?? [];
  const quote = first ? source.code[first.span.start] : "'";
  return `${quote}use step${quote};`;
}

function bodyLines(file: ProjectFile, { kind, nodes, span }: Selection, unit: string): string[] {
  const written = textOf(file, span);
  if (kind === 'expression') return [`${unit}return ${expressionText(file, nodes[0]!)};`];
  const lines = written.split(/\r?\n/);
  // The lines of a template are part of the program's text, so they stay unchanged.
  if (/`[^`]*\n[^`]*`/.test(written)) return [unit + lines[0]!, ...lines.slice(1)];
  const indent = indentAt(file, span.start);
  const moved = lines.slice(1).map((line) => (line.startsWith(indent) ? unit + line.slice(indent.length) : line));
  return [unit + lines[0]!, ...moved];
}

/** The call of the step waits, so the step need not. */
function expressionText(file: ProjectFile, node: Node): string {
  return textOf(file, (node.type === 'AwaitExpression' ? child(node, 'argument')! : node).span);
}

const TYPE_LENGTH_MAX = 100;

/** The parameters of the new step, with types that TypeScript knows and that can be written down. */
function parametersOf(project: Project, file: ProjectFile, { taken }: SelectionNames): string[] {
  const names = taken.map(({ binding }) => binding.name);
  if (!project.types || !/\.[cm]?tsx?$/.test(file.source.path)) return names;
  const questions = taken.map(({ use }) => ({ span: use.node.span, of: 'expression' as const }));
  const types = project.types.types(file.source.path, questions);
  return names.map((name, index) => {
    const type = types[index]?.text ?? '';
    const isWritable = type !== '' && type.length <= TYPE_LENGTH_MAX && !/\.\.\.|import\(|unique symbol/.test(type);
    return isWritable ? `${name}: ${type}` : name;
  });
}
