/** Moves code of a workflow into a new step. */
import type { Binding } from '../../../compiler/analyze/scope.ts';
import { type Node, child, contains, parentOf } from '../../../compiler/ast.ts';
import { nameOfPackage } from '../code/call-sites.ts';
import { FUNCTION_CONTEXTS } from '../../../compiler/analyze/function-contexts.ts';
import { itemAround } from '../code/module-items.ts';
import { originOf } from '../code/origins.ts';
import { canAwaitAt, directiveAround } from '../code/surroundings.ts';
import type { TextEdit } from '../findings/finding.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type Selection, type SelectionNames, isMovable, readNames } from './selection.ts';
import { stepParameters } from './step-parameters.ts';
import { indentAt, indentUnit, insertText, newlineOf, replaceText, textOf } from './text-edits.ts';

/** Code of a workflow that a step can run. */
export interface Extraction {
  selection: Selection;
  names: SelectionNames;
}

/** The edits of one file, and the index after them of the step's name, for a better one; they do not overlap. */
interface ExtractionEdit {
  edits: TextEdit[];
  renameAt: number;
}

/** The code as a step would run it; `null` when a step cannot, or when its place cannot wait for one. */
export function readExtraction(project: Project, file: ProjectFile, selection: Selection): Extraction | null {
  const [first] = selection.nodes;
  if (!first || directiveAround(file, first)?.kind !== 'workflow' || !canAwaitAt(file, first)) return null;
  if (!isMovable(file, selection) || callsDurable(project, file, selection)) return null;
  const names = readNames(file, selection);
  if (!names || (selection.kind === 'expression' && names.given.length > 0)) return null;
  return { selection, names };
}

/** Whether code calls functions that work only in workflows, or whose calls only a workflow records. */
function callsDurable(project: Project, file: ProjectFile, { span }: Selection): boolean {
  return file.bindings.nodes.of('CallExpression').some((node) => {
    if (!contains(span, node.span)) return false;
    const origin = originOf(project, file, child(node, 'callee')!);
    if (origin?.kind === 'function') return origin.directive !== null;
    const name = nameOfPackage(origin, 'workflow');
    return name !== null && FUNCTION_CONTEXTS[name] === 'context_not_in_workflow';
  });
}

/** The edits that make the step and call it. @param name For the step; a free name like it is used. */
export function extractionEdit(
  project: Project,
  file: ProjectFile,
  { selection, names, name: wanted }: Extraction & { name: string },
): ExtractionEdit {
  const name = freeName(file, wanted);
  const call = `await ${name}(${names.taken.map(({ binding }) => binding.name).join(', ')})`;
  const written = selection.kind === 'expression' ? expressionFor(selection, call) : statementFor(names, call);
  const replacement = separated(file, selection, written);
  const { end } = itemAround(file, selection.nodes[0]!).span;
  const newline = newlineOf(file);
  const workflow = directiveAround(file, selection.nodes[0]!)!.node;
  const { typeParameters, parameters, edits } = stepParameters(project, file, { workflow, names });
  const head = `${name}${typeParameters}(${parameters.join(', ')})`;
  const step = stepText(file, { selection, names, head }).join(newline);
  const inserted = insertText(file, end, newline.repeat(2) + step);
  return {
    edits: [...edits, replaceText(file, selection.span, replacement), inserted],
    renameAt: selection.span.start + replacement.indexOf(name) + lengthOf(edits),
  };
}

/** The length of what is inserted above. */
function lengthOf(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { text }) => sum + text.length, 0);
}

function freeName({ bindings }: ProjectFile, wanted: string): string {
  const used = new Set(bindings.references.map(({ name }) => name));
  const isFree = (name: string): boolean => !used.has(name) && !bindings.root.bindings.has(name);
  const others = Array.from({ length: used.size + 1 }, (_, index) => `${wanted}${index + 2}`);
  return [wanted, ...others].find(isFree) ?? wanted;
}

/** Nodes that can hold an `await` without parentheses. */
const HOLDERS =
  /^(?:VariableDeclarator|ExpressionStatement|ReturnStatement|AssignmentExpression|KeyValueProperty|CallExpression|NewExpression|ArrayExpression|TemplateLiteral|ParenthesisExpression|IfStatement|ThrowStatement|ForOfStatement)$/;

function expressionFor({ nodes: [node] }: Selection, call: string): string {
  const parent = parentOf(node!);
  const isHeld = parent !== undefined && HOLDERS.test(parent.type) && child(parent, 'callee') !== node;
  return isHeld ? call : `(${call})`;
}

/** A parenthesis would continue the statement before it in a file without semicolons. */
function separated({ source }: ProjectFile, { kind, nodes: [node], span }: Selection, text: string): string {
  const beginsStatement = kind === 'statements' || statementAround(node!).span.start === span.start;
  const before = /\S(?=\s*$)/.exec(source.code.slice(0, span.start))?.[0];
  return text.startsWith('(') && beginsStatement && before && !/[;{}]/.test(before) ? `;${text}` : text;
}

function statementAround(node: Node): Node {
  let at = node;
  while (!/(?:Statement|Declaration)$/.test(at.type) && parentOf(at)) at = parentOf(at)!;
  return at;
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

function stepText(file: ProjectFile, { head, selection, names }: Extraction & { head: string }): string[] {
  const unit = indentUnit(file);
  return [
    `async function ${head} {`,
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
