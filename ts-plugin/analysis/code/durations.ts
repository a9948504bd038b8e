/** Lengths of time: where they are written, and how they read in words. */
import { type Node, child, children, contains } from '../../../compiler/ast.ts';
import { WorkflowError } from '../../../runtime/contract/errors.ts';
import { toDueTime } from '../../../runtime/values/duration.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { type CallSite, nameOfPackage } from './call-sites.ts';
import { CodeContexts } from './contexts.ts';
import { readOption } from './function-options.ts';
import { propertiesOf } from './held-values.ts';
import { originOf } from './origins.ts';

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

/**
 * Whether an expression is an argument, or an option of a step, that must be a length of time.
 * @param nodes It and the nodes around it.
 */
export function isDuration(project: Project, file: ProjectFile, nodes: readonly Node[]): boolean {
  const call = nodes.find(({ type }) => /^(?:Call|New|Assignment)Expression$/.test(type));
  if (call?.type === 'AssignmentExpression') {
    return lengthsOfStep(project, file, call).some(({ span }) => contains(span, nodes[0]!.span));
  }
  const callee = call && child(call, 'callee');
  if (!callee) return false;
  const origin = originOf(project, file, callee);
  const contexts = new CodeContexts({ project, file });
  const site = { project, file, contexts, node: call, callee, args: children(call, 'arguments'), origin };
  return durationsOf(site).some(({ span }) => contains(span, nodes[0]!.span));
}

/** The lengths of time that an assignment sets as options of a step. */
function lengthsOfStep(project: Project, file: ProjectFile, assignment: Node): Node[] {
  const set = readOption(project, file, assignment);
  if (set?.fn.directive?.kind !== 'step') return [];
  if (set.option === 'retry') return valuesOf(set.value, (option) => /^(?:min|max)Delay$/.test(option));
  return /^(?:timeout|heartbeatTimeout)$/.test(set.option) ? [set.value] : [];
}

/** Options of `start()` that are lengths of time. */
const OF_START = new Set(['delay', 'timeout', 'retention']);

/** The arguments and options of a call that are lengths of time. */
export function durationsOf({ origin, args }: CallSite): Node[] {
  const name = nameOfPackage(origin, 'workflow');
  if (name === 'sleep') return args.slice(0, 1);
  if (name === 'RetryableError') return valuesOf(args[1], (option) => option === 'retryAfter');
  if (nameOfPackage(origin, 'workflow/api') === 'start') return valuesOf(args[2], (option) => OF_START.has(option));
  return [];
}

function valuesOf(options: Node | undefined, isDuration: (name: string) => boolean): Node[] {
  return propertiesOf(options).flatMap(({ name, value }) => (isDuration(name) ? [value] : []));
}
