/** Options that are set on functions: `charge.maxRetries = 5`. The code that checks them is the one of the runtime. */
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, type Span, child, staticKey, text } from '../../../../compiler/ast.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { findCertainName, findNearName } from '../../../../runtime/contract/near-name.ts';
import { STEP_OPTION_NAMES, RETRY_OPTION_NAMES, readStepOptions } from '../../../../runtime/values/step-options.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { type FunctionOption, listOptions } from '../../code/function-options.ts';
import { literalIn, literalOf } from '../../code/held-values.ts';
import { type PossibleValue, possibleValues, propertiesIn } from '../../code/possible-values.ts';
import { replaceText } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { correctUnit } from './duration.ts';
import { functionError } from './messages.ts';

/** Names that are never set on functions for another reason. */
const TELLING_NAMES = new Set(['maxRetries', 'heartbeatTimeout']);

/** Options of steps that are misspelled, have wrong values, or are set on something else. */
export function checkStepOptions({ project, file }: FileCode): Finding[] {
  const options = listOptions(project, file);
  const findings = options.flatMap((option) => {
    if (option.fn.directive?.kind !== 'step') return checkMisplaced(project, file, option);
    return checkOption({ project, file, id: option.fn.directive.id }, option, options);
  });
  // Several steps may share options.
  return [...new Map(findings.map((finding) => [`${finding.span.start} ${finding.code}`, finding])).values()];
}

interface Asked {
  project: Project;
  /** The file that is checked. */
  file: ProjectFile;
  /** The id of the step. */
  id: string;
}

/** Checks each option, and each option of `retry`, by itself, so that each finding has its own place. */
function checkOption(asked: Asked, option: FunctionOption, all: readonly FunctionOption[]): Finding[] {
  const { file, project } = asked;
  const isHere = option.file === file;
  const name = { span: option.place.span, node: isHere ? option.name : null, text: option.option };
  const toOptions = (read: unknown): object =>
    option.isOfRetry ? { retry: { [option.option]: read } } : { [option.option]: read };
  return possibleValues(project, { file: option.file, node: option.value }).flatMap((value) => {
    const { span } = isHere ? value.use : option.place;
    if (option.option !== 'retry' || option.isOfRetry || value.node.type !== 'ObjectExpression')
      return tryOption(asked, { name, value: { ...value, span }, isOfRetry: option.isOfRetry ?? false }, toOptions);
    return checkRetry(asked, { ...value, span }, maxRetriesBeside(option, all));
  });
}

/** The value of an option, and where findings about it are shown. */
type PlacedValue = Pick<PossibleValue, 'file' | 'node'> & { span: Span };

/** The options in `retry`, one by one, and then those that must fit each other. */
function checkRetry(asked: Asked, retry: PlacedValue, maxRetries: unknown): Finding[] {
  const { project, file } = asked;
  const known: Record<string, unknown> = {};
  let last: Span | undefined;
  const findings = propertiesIn(project, retry).flatMap(({ name, key, value: written, ...property }) => {
    const isHere = property.file === file;
    const shown = { span: isHere ? key.span : retry.span, node: isHere ? key : null, text: name };
    const values = possibleValues(project, { file: property.file, node: written });
    return values.flatMap((value) => {
      const span = isHere ? value.use.span : retry.span;
      const tried = { name: shown, value: { ...value, span }, isOfRetry: true };
      const found = tryOption(asked, tried, (read) => ({ retry: { [name]: read } }));
      const literal = literalIn(value.node);
      if (found.length === 0 && literal && values.length === 1) [known[name], last] = [literal.value, span];
      return found;
    });
  });
  if (findings.length > 0 || !last) return findings;
  const error = errorOf(asked.id, { ...(maxRetries !== undefined && { maxRetries }), retry: known });
  return error ? [createFinding(file, last, error)] : [];
}

/** The value of `maxRetries` that code sets on the same step; `undefined`: none, or not known. */
function maxRetriesBeside({ fn }: FunctionOption, all: readonly FunctionOption[]): unknown {
  const beside = all.filter((other) => other.option === 'maxRetries' && !other.isOfRetry && other.fn.node === fn.node);
  const value = beside.length === 1 ? literalOf(beside[0]!.value)?.value : undefined;
  return typeof value === 'number' ? value : undefined;
}

interface TriedOption {
  /** `node`: the name, if it stands in the file that is checked. */
  name: { span: Span; node: Node | null; text: string };
  value: PlacedValue;
  isOfRetry: boolean;
}

function tryOption(
  { file, id }: Asked,
  { name, value, isOfRetry }: TriedOption,
  toOptions: (read: unknown) => object,
): Finding[] {
  const literal = literalIn(value.node) ?? standIn(value.node);
  // Whether a name is right does not depend on the value.
  const error = errorOf(id, toOptions(literal?.value));
  if (!error) return [];
  const known = isOfRetry ? RETRY_OPTION_NAMES : STEP_OPTION_NAMES;
  if (error.code === 'step_option_unknown')
    return [createFinding(file, name.span, error, { fixes: name.node ? rename(file, name.node, known) : [] })];
  if (!literal) return [];
  const fixes = value.file === file ? correctUnit(file, value.node) : [];
  return [createFinding(file, value.span, error, { fixes })];
}

function errorOf(id: string, options: object): WorkflowError | null {
  try {
    readStepOptions(id, options);
    return null;
  } catch (error) {
    if (WorkflowError.is(error)) return error;
    throw error;
  }
}

/** A value of the kind that an expression certainly has; no option accepts one of these. */
function standIn(node: Node): { value: unknown } | null {
  if (node.type === 'ArrayExpression') return { value: [] };
  if (node.type === 'ObjectExpression') return { value: {} };
  if (node.type === 'RegExpLiteral') return { value: /x/ };
  const made = node.type === 'NewExpression' ? child(node, 'callee')! : null;
  const isDate = made?.type === 'Identifier' && text(made) === 'Date' && !referenceOf(made)?.binding;
  return isDate ? { value: new Date(0) } : null;
}

function rename(file: ProjectFile, name: Node, known: readonly string[]): QuickFix[] {
  const meant = findNearName(staticKey(name) ?? '', known);
  if (!meant || name.type !== 'Identifier') return [];
  const isSafe = findCertainName(staticKey(name) ?? '', known) === meant;
  return [{ title: `Write "${meant}"`, edits: [replaceText(file, name.span, meant)], isForAll: true, isSafe }];
}

/** An option on a workflow is always misplaced. On another function it is when only a step can be meant. */
function checkMisplaced(project: Project, file: ProjectFile, set: FunctionOption): Finding[] {
  const { fn, option, place } = set;
  if (!STEP_OPTION_NAMES.includes(option) || set.isOfRetry) return [];
  const isWorkflow = fn.directive !== null;
  if (!isWorkflow && (!isMeantForStep(project, set) || !mayBeStep(file, fn))) return [];
  const subject = isWorkflow ? `the workflow "${fn.directive!.path}"` : 'a function that is no step';
  return [createFinding(file, place.span, functionError('function_options_misplaced', { subject, option }))];
}

function isMeantForStep(project: Project, { file, option, value }: FunctionOption): boolean {
  if (TELLING_NAMES.has(option)) return true;
  const isRetry = option === 'retry' && value.type === 'ObjectExpression';
  return isRetry && propertiesIn(project, { file, node: value }).some(({ name }) => RETRY_OPTION_NAMES.includes(name));
}

/** Whether the file has directives, and no other finding in the function may be the reason. */
function mayBeStep(file: ProjectFile, { file: declaring, node }: FunctionOption['fn']): boolean {
  const hasDirectives = (file.analysis?.functions.length ?? 0) > 0;
  return hasDirectives && !declaring.problems.some(({ index }) => node.span.start <= index && index < node.span.end);
}
