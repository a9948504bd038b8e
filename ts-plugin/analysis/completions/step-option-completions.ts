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
import type { Project, ProjectFile } from '../project/project.ts';
import type { Completion } from './completion.ts';

/** Each option of a step, in a few words. */
export const STEP_OPTIONS: Readonly<Record<string, string>> = {
  maxRetries: 'Retries after the first attempt: 0 or more, or Infinity. Default 3.',
  retry:
    'When and how often a failed attempt is retried: { maxRetries, backoff, minDelay, maxDelay, jitter, shouldRetry }.',
  timeout: "How long one attempt may take, such as '30s'. Then its signal fires, and it counts as failed.",
  heartbeatTimeout: "How long an attempt may go without a call of heartbeat(), such as '30s'.",
  concurrency: 'How many attempts of this step one process executes at the same time.',
};

/** Each option of `retry`. */
export const RETRY_OPTIONS: Readonly<Record<string, string>> = {
  maxRetries: 'Retries after the first attempt: 0 or more, or Infinity. Default 3.',
  backoff: "How the delay grows: 'none' (the default), 'linear', 'exponential', or a factor.",
  minDelay: "The delay of the first retry, such as '1s'. Default: none, or one second if the delay grows.",
  maxDelay: "The longest delay, such as '5 minutes'. Default: one hour.",
  jitter: 'The random part of each delay, from 0 (the default) to 1; true means 1.',
  shouldRetry: 'Decides whether an error is retried: (error, { attempt }) => boolean. For steps at the top level.',
};

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
  if (!object || property?.type !== 'Identifier' || index < property.span.start || !isSet(member)) return null;
  const origin = originOf(project, file, object);
  if (origin?.kind !== 'function' || origin.directive?.kind !== 'step') return null;
  return toCompletions(STEP_OPTIONS, property.span);
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
