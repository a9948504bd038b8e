/** Invalid lengths of time in the source. The parser is the one of runs. */
import type { Node } from '../../../../compiler/ast.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { toDueTime } from '../../../../runtime/values/duration.ts';
import { findCertainName, findNearName } from '../../../../runtime/contract/near-name.ts';
import type { CallSite } from '../../code/call-sites.ts';
import { durationsOf } from '../../code/durations.ts';
import { literalOf } from '../../code/held-values.ts';
import { replaceText, textOf } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';

/** The lengths of time in the arguments of a call that a run would refuse. */
export function checkDurations(site: CallSite): Finding[] {
  return durationsOf(site).flatMap((node) => checkDuration(site.file, node) ?? []);
}

/** The finding for a wrong length of time; `null` for one that is right, or known only at run time. */
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

/** In the order of preference: of two units that are equally near the first counts. */
const UNITS =
  'ms milliseconds seconds second minutes minute hours hour days day weeks week years year secs mins hrs yrs'.split(
    ' ',
  );

/** The length of one unit, in milliseconds. */
function lengthOf(unit: string): number {
  return toDueTime(`1 ${unit}`, 0);
}

/** Corrects the unit: `5 minuts` becomes `5 minutes`. */
export function correctUnit(file: ProjectFile, literal: Node): QuickFix[] {
  const written = textOf(file, literal.span);
  const unit = /([a-z]+)(\s*['"`])$/i.exec(written);
  const meant = unit && findNearName(unit[1]!, UNITS);
  if (!meant) return [];
  const start = literal.span.start + unit.index;
  const edits = [replaceText(file, { start, end: start + unit[1]!.length }, meant)];
  const isSafe = findCertainName(unit[1]!, UNITS, lengthOf) === meant;
  return [{ title: `Write "${meant}"`, edits, isForAll: true, isSafe }];
}
