/** Options that are set on functions: `charge.maxRetries = 5`. They are read by the same code as at run time. */
import { type Node, child, staticKey, text } from '../../../../compiler/ast.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { findNearName } from '../../../../runtime/contract/near-name.ts';
import { STEP_OPTION_NAMES, RETRY_OPTION_NAMES, readStepOptions } from '../../../../runtime/values/step-options.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { literalOf, propertiesOf } from '../../code/held-values.ts';
import { type Origin, originOf } from '../../code/origins.ts';
import { replaceText } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { correctUnit } from './duration.ts';
import { functionError } from './messages.ts';

/** Names that functions have for no other reason. */
const TELLING_NAMES = new Set(['maxRetries', 'heartbeatTimeout']);

/** A property that is set on a function. */
interface Setting {
  file: ProjectFile;
  fn: Origin & { kind: 'function' };
  option: string;
  /** Where its name stands. */
  name: Node;
  value: Node;
}

/** Options of steps that are misspelled, have wrong values, or stand on something else. */
export function checkStepOptions(context: FileCode): Finding[] {
  const findings: Finding[] = [];
  for (const node of context.file.bindings.nodes.of('AssignmentExpression')) {
    const setting = readSetting(context, node);
    if (!setting) continue;
    if (setting.fn.directive?.kind === 'step') findings.push(...checkSetting(setting));
    else findings.push(...checkMisplaced(setting));
  }
  return findings;
}

function readSetting({ project, file }: FileCode, assignment: Node): Setting | null {
  const target = child(assignment, 'left');
  const option = target?.type === 'MemberExpression' ? staticKey(child(target, 'property')) : null;
  if (option === null || text(assignment, 'operator') !== '=') return null;
  const fn = originOf(project, file, child(target!, 'object')!);
  if (fn?.kind !== 'function') return null;
  return { file, fn, option, name: child(target!, 'property')!, value: child(assignment, 'right')! };
}

/** Each option, and each option of `retry`, by itself, so that what is wrong is found at its place. */
function checkSetting(setting: Setting): Finding[] {
  const { file, option, name, value } = setting;
  const ofRetry = option === 'retry' ? propertiesOf(value) : [];
  if (ofRetry.length === 0)
    return tryOptions(setting, { name, value, known: STEP_OPTION_NAMES }, (read) => ({ [option]: read }));
  return ofRetry.flatMap((property) =>
    tryOptions(
      { ...setting, file },
      { ...property, name: keyOf(property.node), known: RETRY_OPTION_NAMES },
      (read) => ({
        retry: { [property.name]: read },
      }),
    ),
  );
}

function keyOf(property: Node): Node {
  return child(property, 'key') ?? property;
}

interface Place {
  name: Node;
  value: Node;
  /** Names that it may have. */
  known: readonly string[];
}

function tryOptions(
  { file, fn }: Setting,
  { name, value, known }: Place,
  toOptions: (read: unknown) => object,
): Finding[] {
  const literal = literalOf(value);
  try {
    // A name is right or wrong whatever the value is.
    readStepOptions(fn.directive!.id, toOptions(literal?.value));
    return [];
  } catch (error) {
    if (!WorkflowError.is(error)) throw error;
    if (error.code === 'step_option_unknown')
      return [createFinding(file, name.span, error, { fixes: rename(file, name, known) })];
    return literal ? [createFinding(file, value.span, error, { fixes: correctUnit(file, literal.node) })] : [];
  }
}

function rename(file: ProjectFile, name: Node, known: readonly string[]): QuickFix[] {
  const meant = findNearName(staticKey(name) ?? '', known);
  if (!meant || name.type !== 'Identifier') return [];
  return [{ title: `Write "${meant}"`, edits: [replaceText(file, name.span, meant)], isForAll: true }];
}

/** On a workflow for certain; on another function only if nothing but a step can be meant. */
function checkMisplaced({ file, fn, option, name, value }: Setting): Finding[] {
  if (!STEP_OPTION_NAMES.includes(option)) return [];
  const isWorkflow = fn.directive !== null;
  if (!isWorkflow && (!isMeantForStep(option, value) || !mayBeStep(file, fn))) return [];
  const subject = isWorkflow ? `the workflow "${fn.directive!.path}"` : 'a function that is no step';
  return [createFinding(file, name.span, functionError('function_options_misplaced', { subject, option }))];
}

function isMeantForStep(option: string, value: Node): boolean {
  return (
    TELLING_NAMES.has(option) ||
    (option === 'retry' && propertiesOf(value).some(({ name }) => RETRY_OPTION_NAMES.includes(name)))
  );
}

/** A function of a file with steps or workflows, in which nothing is reported that may be the reason. */
function mayBeStep(file: ProjectFile, { file: declaring, node }: Setting['fn']): boolean {
  const hasDirectives = (file.analysis?.functions.length ?? 0) > 0;
  return hasDirectives && !declaring.problems.some(({ index }) => node.span.start <= index && index < node.span.end);
}
