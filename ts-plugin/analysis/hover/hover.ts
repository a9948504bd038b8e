/** The text that an editor shows for the place under the pointer, in addition to TypeScript's own. */
import { type Node, type Span, parentOf, text } from '../../../compiler/ast.ts';
import { directiveKind, readStringStatement } from '../../../compiler/directives.ts';
import { SANDBOX_GLOBALS, SANDBOX_MEMBERS } from '../../../runtime/contract/sandbox-globals.ts';
import { describeDuration, isDuration } from '../code/durations.ts';
import { listOptions } from '../code/function-options.ts';
import { memberUpTo, nodesAt } from '../code/nodes-at.ts';
import { originOf } from '../code/origins.ts';
import { possibleValues, propertiesIn } from '../code/possible-values.ts';
import { RETRY_OPTIONS, STEP_OPTIONS } from '../code/step-option-texts.ts';
import { directiveAround } from '../code/surroundings.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { describeFunction, type DurableFunction, isNameOf } from './describe-function.ts';

/** A text about a place. */
export interface Hover {
  /** The described place. */
  span: Span;
  /** One paragraph of Markdown. */
  text: string;
}

/** The hover at an index of a file; `null` when there is nothing to add. */
export function hoverAt(project: Project, path: string, index: number): Hover | null {
  const file = project.file(path);
  const nodes = file ? nodesAt(file, index) : [];
  const [node] = nodes;
  if (!file || !node) return null;
  const fn = durableAt(project, file, nodes);
  if (fn) return { span: fn.span, text: `${describeFunction(project, fn)} · id \`${fn.directive.id}\`` };
  const told =
    describeOption(project, file, node) ?? describeGlobal(project, file, node) ?? describeLength(project, file, nodes);
  return told === null ? null : { span: node.span, text: told };
}

/** The workflow or step at a place: its directive, or its name in a declaration, an import or a use. */
function durableAt(
  project: Project,
  file: ProjectFile,
  nodes: readonly Node[],
): (DurableFunction & { span: Span }) | null {
  const [node] = nodes;
  const marked = nodes.find((around) => isDirective(around));
  const declared = marked
    ? directiveAround(file, marked)
    : [...file.directives.values()].find((fn) => isNameOf(fn.node, node!));
  if (declared) return { file, directive: declared, span: (marked ?? node!).span };
  if (node!.type !== 'Identifier') return null;
  const origin = originOf(project, file, memberUpTo(importedName(file, node!)));
  if (origin?.kind !== 'function' || !origin.directive) return null;
  return { file: origin.file, directive: origin.directive, span: node!.span };
}

function isDirective(node: Node): boolean {
  const statement = readStringStatement(node);
  return statement !== null && directiveKind(statement.written) !== null;
}

/** For a name in an import one of its uses, which leads to the declaration. */
function importedName(file: ProjectFile, name: Node): Node {
  const specifier = parentOf(name);
  if (!specifier?.type.startsWith('Import')) return name;
  const bindings = [...file.bindings.root.bindings.values()];
  return bindings.find(({ declarations }) => declarations.includes(specifier))?.references[0]?.node ?? name;
}

/** The behaviour of a global in a workflow, if it differs. */
function describeGlobal(project: Project, file: ProjectFile, node: Node): string | null {
  if (node.type !== 'Identifier' || directiveAround(file, node)?.kind !== 'workflow') return null;
  const origin = originOf(project, file, memberUpTo(node));
  if (origin?.kind !== 'global') return null;
  const isNew = parentOf(node)?.type === 'NewExpression';
  const name = isNew ? `new ${origin.path.join('.')}()` : origin.path.join('.');
  const entries = [...SANDBOX_MEMBERS, ...SANDBOX_GLOBALS];
  const entry =
    entries.find(({ names }) => names.includes(name)) ??
    entries.find(({ names }) => names.includes(origin.path[0] ?? ''));
  return entry?.kind === 'deterministic' || entry?.kind === 'durable' ? `In workflows: ${entry.reason}` : null;
}

/** The name of an option of a step, or of one in its `retry`. */
function describeOption(project: Project, file: ProjectFile, node: Node): string | null {
  const texts = [...Object.keys(STEP_OPTIONS), ...Object.keys(RETRY_OPTIONS)];
  if (node.type !== 'Identifier' || !texts.includes(text(node))) return null;
  for (const set of listOptions(project, file)) {
    if (set.fn.directive?.kind !== 'step' || set.file !== file) continue;
    if (set.name === node) return (set.isOfRetry ? RETRY_OPTIONS : STEP_OPTIONS)[set.option] ?? null;
    if (set.option !== 'retry' || set.isOfRetry) continue;
    const objects = possibleValues(project, { file, node: set.value }).filter((value) => value.file === file);
    if (objects.some((object) => propertiesIn(project, object).some(({ key }) => key === node)))
      return RETRY_OPTIONS[text(node)] ?? null;
  }
  return null;
}

/** A length of time in other words. */
function describeLength(project: Project, file: ProjectFile, nodes: readonly Node[]): string | null {
  const [node] = nodes;
  if (node!.type !== 'StringLiteral' && node!.type !== 'NumericLiteral') return null;
  return isDuration(project, file, nodes) ? describeDuration(node!['value'] as string | number) : null;
}
