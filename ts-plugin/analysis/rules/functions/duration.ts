/** Lengths of time that are written out and wrong. The parser is the one that runs have. */
import type { Node } from '../../../../compiler/ast.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { toDueTime } from '../../../../runtime/values/duration.ts';
import { findNearName } from '../../../../runtime/values/near-name.ts';
import { type CallSite, nameOfPackage } from '../../call-sites.ts';
import { replaceText, textOf } from '../../edits.ts';
import type { Finding, QuickFix } from '../../finding.ts';
import { literalOf, propertiesOf } from '../../literal-values.ts';
import type { ProjectFile } from '../../project.ts';
import { createFinding } from '../../rule.ts';

const OF_START = new Set(['delay', 'timeout', 'retention']);

/** The lengths of time in the arguments of a call that no run would take. */
export function checkDurations(site: CallSite): Finding[] {
  return durationsOf(site).flatMap((node) => checkDuration(site.file, node) ?? []);
}

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

/** `null` for a length of time that is right, or known only at run time. */
export function checkDuration(file: ProjectFile, expression: Node): Finding | null {
  const literal = literalOf(expression);
  if (!literal || typeof literal.value === 'boolean' || typeof literal.value === 'function') return null;
  try {
    toDueTime(literal.value as string, 0);
    return null;
  } catch (error) {
    if (!WorkflowError.is(error)) throw error;
    return createFinding(file, expression.span, error, { fixes: correctUnit(file, literal.node) });
  }
}

/** Of two that are equally near the first counts. */
const UNITS = (
  'ms milliseconds seconds second minutes minute hours hour days day weeks week months month years year ' +
  'secs mins hrs yrs'
).split(' ');

/** `5 minuts` becomes `5 minutes`. */
export function correctUnit(file: ProjectFile, literal: Node): QuickFix[] {
  const written = textOf(file, literal.span);
  const unit = /([a-z]+)(\s*['"`])$/i.exec(written);
  const meant = unit && findNearName(unit[1]!, UNITS);
  if (!meant) return [];
  const start = literal.span.start + unit.index;
  const edits = [replaceText(file, { start, end: start + unit[1]!.length }, meant)];
  return [{ title: `Write "${meant}"`, edits, isForAll: true }];
}
