/** Options that are set on functions: `charge.maxRetries = 5`. The code that checks them is the one of the runtime. */
import { type Node, child, staticKey } from '../../../../compiler/ast.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { findCertainName, findNearName } from '../../../../runtime/contract/near-name.ts';
import { STEP_OPTION_NAMES, RETRY_OPTION_NAMES, readStepOptions } from '../../../../runtime/values/step-options.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { type FunctionOption, readOption } from '../../code/function-options.ts';
import { literalOf, propertiesOf } from '../../code/held-values.ts';
import { replaceText } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { correctUnit } from './duration.ts';
import { functionError } from './messages.ts';

/** Names that are never set on functions for another reason. */
const TELLING_NAMES = new Set(['maxRetries', 'heartbeatTimeout']);

/** Options of steps that are misspelled, have wrong values, or are set on something else. */
export function checkStepOptions({ project, file }: FileCode): Finding[] {
  return file.bindings.nodes.of('AssignmentExpression').flatMap((node) => {
    const option = readOption(project, file, node);
    if (!option) return [];
    return option.fn.directive?.kind === 'step' ? checkOption(file, option) : checkMisplaced(file, option);
  });
}

/** Checks each option, and each option of `retry`, by itself, so that each finding has its own place. */
function checkOption(file: ProjectFile, { fn, option, name, value }: FunctionOption): Finding[] {
  const { id } = fn.directive!;
  const ofRetry = option === 'retry' ? propertiesOf(value) : [];
  if (ofRetry.length === 0)
    return tryOption(file, { id, name, value, known: STEP_OPTION_NAMES }, (read) => ({ [option]: read }));
  return ofRetry.flatMap((property) => {
    const tried = { id, name: keyOf(property.node), value: property.value, known: RETRY_OPTION_NAMES };
    return tryOption(file, tried, (read) => ({ retry: { [property.name]: read } }));
  });
}

function keyOf(property: Node): Node {
  return child(property, 'key') ?? property;
}

interface TriedOption {
  /** The id of the step. */
  id: string;
  name: Node;
  value: Node;
  /** The valid names. */
  known: readonly string[];
}

function tryOption(
  file: ProjectFile,
  { id, name, value, known }: TriedOption,
  toOptions: (read: unknown) => object,
): Finding[] {
  const literal = literalOf(value);
  try {
    // Whether a name is right does not depend on the value.
    readStepOptions(id, toOptions(literal?.value));
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
  const isSafe = findCertainName(staticKey(name) ?? '', known) === meant;
  return [{ title: `Write "${meant}"`, edits: [replaceText(file, name.span, meant)], isForAll: true, isSafe }];
}

/** An option on a workflow is always misplaced. On another function it is when only a step can be meant. */
function checkMisplaced(file: ProjectFile, { fn, option, name, value }: FunctionOption): Finding[] {
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

/** Whether the file has directives, and no other finding in the function may be the reason. */
function mayBeStep(file: ProjectFile, { file: declaring, node }: FunctionOption['fn']): boolean {
  const hasDirectives = (file.analysis?.functions.length ?? 0) > 0;
  return hasDirectives && !declaring.problems.some(({ index }) => node.span.start <= index && index < node.span.end);
}
