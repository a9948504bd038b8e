/** Completes the options of steps: `charge.retry = { backoff: 'exponential' }`. */
import {
  type Node,
  type Span,
  child,
  children,
  contains,
  effectiveParent,
  isTransparent,
  staticKey,
  unwrap,
} from '../../../compiler/ast.ts';
import { readOption } from '../code/function-options.ts';
import { propertiesOf } from '../code/held-values.ts';
import { nodesAt } from '../code/nodes-at.ts';
import { originOf } from '../code/origins.ts';
import { RETRY_OPTIONS, STEP_OPTIONS } from '../code/step-option-texts.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';

const BACKOFFS: Readonly<Record<string, string>> = {
  none: 'Every delay is minDelay.',
  linear: 'Each delay is longer by minDelay than the one before.',
  exponential: 'Each delay is twice as long as the one before.',
};

/** The options, or the values of an option, that can stand at a place. */
export function stepOptionCompletions(project: Project, file: ProjectFile, index: number): Completion[] {
  const nodes = nodesAt(file, index);
  return ofStep(project, file, { nodes, index }) ?? ofRetry(project, file, { nodes, index }) ?? [];
}

interface CursorPlace {
  /** It and the nodes around it. */
  nodes: readonly Node[];
  index: number;
}

/** Behind the dot in `charge.`, where a statement begins or a value is set. */
function ofStep(project: Project, file: ProjectFile, { nodes, index }: CursorPlace): Completion[] | null {
  const member = nodes.find(({ type }) => type === 'MemberExpression');
  const object = member && child(member, 'object');
  const property = member && child(member, 'property');
  if (!object || property?.type !== 'Identifier' || index <= object.span.end || !isSet(member)) return null;
  const origin = originOf(project, file, object);
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'step') return null;
  // While no name is typed, the next line seems to hold it.
  const isTyped = property.span.start <= index;
  return toCompletions(STEP_OPTIONS, isTyped ? property.span : { start: index, end: index });
}

function isSet(member: Node): boolean {
  const { parent, inner } = effectiveParent(member);
  if (parent?.type === 'ExpressionStatement') return true;
  return parent?.type === 'AssignmentExpression' && child(parent, 'left') === inner;
}

/** In the object that is assigned to `retry`: a name, or the text of `backoff`. */
function ofRetry(project: Project, file: ProjectFile, { nodes, index }: CursorPlace): Completion[] | null {
  const assignment = nodes.find(({ type }) => type === 'AssignmentExpression');
  const option = assignment && readOption(project, file, assignment);
  const object = option && unwrap(option.value);
  if (option?.option !== 'retry' || option.fn.directive?.kind !== 'step' || object?.type !== 'ObjectExpression')
    return null;
  const backoff = propertiesOf(object).find(
    ({ name, value }) => name === 'backoff' && contains(value.span, nodes[0]!.span),
  );
  if (backoff) return backoff.value.type === 'StringLiteral' ? toCompletions(BACKOFFS, inQuotes(backoff.value)) : null;
  const { code } = file.source;
  const begins = nodes[0] !== object || /[{,]\s*$/.test(code.slice(object.span.start, index));
  return begins && isName(nodes, object) && isInside(object, index) ? names(object, nodes[0]!, index) : null;
}

/** Whether a place is between the properties of an object, or in the name of one. */
function isName([node, parent]: readonly Node[], object: Node): boolean {
  if (node === object) return true;
  return node?.type === 'Identifier' && (parent === object || (parent !== undefined && child(parent, 'key') === node));
}

function isInside({ span }: Node, index: number): boolean {
  return span.start < index && index < span.end;
}

function names(object: Node, node: Node, index: number): Completion[] {
  const span = node === object || isTransparent(node) ? { start: index, end: index } : node.span;
  const others = children(object, 'properties').filter((property) => !contains(property.span, span));
  const written = new Set(others.map((property) => staticKey(child(property, 'key') ?? property)));
  return toCompletions(RETRY_OPTIONS, span).filter(({ text }) => !written.has(text));
}

function inQuotes({ span }: Node): Span {
  return { start: span.start + 1, end: span.end - 1 };
}

function toCompletions(texts: Readonly<Record<string, string>>, span: Span): Completion[] {
  return Object.entries(texts).map(([text, description]) => ({ text, span, filter: text, description }));
}
