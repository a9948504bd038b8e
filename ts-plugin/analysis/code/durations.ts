/** Lengths of time: where they are written, and how they read in words. */
import { type Node, child, children, contains, parentOf } from '../../../compiler/ast.ts';
import { WorkflowError } from '../../../runtime/contract/errors.ts';
import { toDueTime } from '../../../runtime/values/duration.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type CallSite, nameOfPackage } from './call-sites.ts';
import { CodeContexts } from './contexts.ts';
import { readOption } from './function-options.ts';
import { originOf } from './origins.ts';
import { type Written, possibleValues, propertiesIn } from './possible-values.ts';

const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
];

/** A length of time in words: `7 days`, `1 hour 30 minutes`; `null` for an invalid one. */
export function describeDuration(duration: string | number): string | null {
  try {
    return inWords(toDueTime(duration, 0));
  } catch (error) {
    if (WorkflowError.is(error)) return null;
    throw error;
  }
}

function inWords(lengthMs: number): string {
  let rest = lengthMs;
  const parts = UNITS.flatMap(([name, ms]) => {
    const number = Math.floor(rest / ms);
    rest -= number * ms;
    return number === 0 ? [] : [`${number} ${name}${number === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'no time at all' : parts.join(' ');
}

/** An expression that must be a length of time. */
export interface WrittenLength extends Written {
  /** The place in the file that was asked about: the expression itself, unless another file has it. */
  place: Node;
}

/**
 * Whether an expression is an argument, or an option of a step, that must be a length of time.
 * @param nodes It and the nodes around it.
 */
export function isDuration(project: Project, file: ProjectFile, nodes: readonly Node[]): boolean {
  const isHere = (length: Written): boolean => length.file === file && contains(length.node.span, nodes[0]!.span);
  const call = nodes.find(({ type }) => /^(?:Call|New|Assignment)Expression$/.test(type));
  if (call?.type === 'AssignmentExpression') return lengthsOfStep(project, file, call).some(isHere);
  const callee = call && child(call, 'callee');
  if (!callee) return false;
  const origin = originOf(project, file, callee);
  const contexts = new CodeContexts({ project, file });
  const site = { project, file, contexts, node: call, callee, args: children(call, 'arguments'), origin };
  return durationsOf(site).some(isHere);
}

/** The lengths of time that an assignment sets as options of a step. */
function lengthsOfStep(project: Project, file: ProjectFile, assignment: Node): WrittenLength[] {
  const set = readOption(project, file, assignment);
  if (set?.fn.directive?.kind !== 'step') return [];
  const { option, value } = set;
  if (option === 'retry') return lengthsIn({ project, file }, value, (name) => /^(?:min|max)Delay$/.test(name));
  return /^(?:timeout|heartbeatTimeout)$/.test(option) ? [{ file, node: value, place: value }] : [];
}

/** Options of `start()` that are lengths of time. */
const OF_START = new Set(['delay', 'timeout', 'retention']);

/** The arguments and options of a call that are lengths of time. */
export function durationsOf(site: CallSite): WrittenLength[] {
  const { file, origin, args } = site;
  const [first, second, third] = args;
  const name = nameOfPackage(origin, 'workflow');
  if (name === 'sleep') return first ? [{ file, node: first, place: first }] : [];
  if (name === 'RetryableError' || isSuperOfRetryable(site))
    return lengthsIn(site, second, (key) => key === 'retryAfter');
  if (nameOfPackage(origin, 'workflow/api') === 'start') return lengthsIn(site, third, (key) => OF_START.has(key));
  if (nameOfPackage(origin, 'workflow/agent/mcp') === 'mcpTools')
    return lengthsIn(site, second, (key) => key === 'timeout');
  return [];
}

/** `super(message, { retryAfter })` in a class that extends `RetryableError`. */
function isSuperOfRetryable({ project, file, callee }: CallSite): boolean {
  if (callee.type !== 'Super') return false;
  let at = parentOf(callee);
  while (at && !/^Class(?:Declaration|Expression)$/.test(at.type)) at = parentOf(at);
  const base = at && child(at, 'superClass');
  return Boolean(base && nameOfPackage(originOf(project, file, base), 'workflow') === 'RetryableError');
}

/** The lengths of time among the properties of an object, wherever it stands. */
function lengthsIn(
  { project, file }: Pick<CallSite, 'project' | 'file'>,
  options: Node | undefined,
  isDuration: (name: string) => boolean,
): WrittenLength[] {
  if (!options) return [];
  return possibleValues(project, { file, node: options })
    .filter(({ node }) => node.type === 'ObjectExpression')
    .flatMap(({ use, ...object }) =>
      propertiesIn(project, object)
        .filter(({ name }) => isDuration(name))
        .map((found) => ({ file: found.file, node: found.value, place: found.file === file ? found.value : use })),
    );
}
