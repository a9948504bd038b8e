/** Invalid lengths of time in the source. The parser is the one of runs. */
import type { Node } from '../../../../compiler/ast.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { toDueTime } from '../../../../runtime/values/duration.ts';
import { findCertainName, findNearName } from '../../../../runtime/contract/near-name.ts';
import type { CallSite } from '../../code/call-sites.ts';
import { type WrittenLength, durationsOf } from '../../code/durations.ts';
import { literalIn } from '../../code/held-values.ts';
import { possibleValues } from '../../code/possible-values.ts';
import { replaceText, textOf } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';

/** The lengths of time in the arguments of a call that a run would refuse. */
export function checkDurations(site: CallSite): Finding[] {
  return durationsOf(site).flatMap((length) => checkDuration(site, length));
}

/** The findings for the wrong ones among the lengths of time that an expression may have, as far as they are known. */
export function checkDuration(
  { project, file }: Pick<CallSite, 'project' | 'file'>,
  { place, ...written }: WrittenLength,
): Finding[] {
  return possibleValues(project, written).flatMap(({ use, ...value }) => {
    const literal = literalIn(value.node);
    if (!literal || typeof literal.value === 'boolean' || typeof literal.value === 'function') return [];
    const error = errorOf(() => toDueTime(literal.value as string, 0));
    const { span } = written.file === file ? use : place;
    return error
      ? [createFinding(file, span, error, { fixes: value.file === file ? correctUnit(file, value.node) : [] })]
      : [];
  });
}

function errorOf(read: () => void): WorkflowError | null {
  try {
    read();
    return null;
  } catch (error) {
    if (WorkflowError.is(error)) return error;
    throw error;
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
