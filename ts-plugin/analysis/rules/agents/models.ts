/** What never reaches the host, where it is needed: models, and functions for their answers. Runs end with the same errors. */
import { agentError } from '../../../../agent/contract/messages.ts';
import { type Node, child, contains, isFunction, unwrap } from '../../../../compiler/ast.ts';
import type { CallSite } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import { returnedValues, directiveAround } from '../../code/surroundings.ts';
import { stepEdits } from '../../edits/step-edits.ts';
import { type Finding, type QuickFix, createFinding } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { inlineModel } from './inline-model.ts';
import { isModelInstance } from './model-instances.ts';
import { type Property, type WrittenObject, objectIn, propertyOf, writtenObject } from './written-object.ts';

/** A model, where options name one. */
interface Model {
  property: Property;
  /** The compiler looks for models there. */
  isMovable: boolean;
}

/** The models that the options in a call name. */
export function checkModels({ project, node }: CallSite, options: WrittenObject): Finding[] {
  return modelsIn(node, options).flatMap((model) => checkModel(project, options.file, model) ?? []);
}

/** The functions for the answers of a turn. */
export function checkTurnFunctions(project: Project, options: WrittenObject): Finding[] {
  return ['experimental_transform', 'experimental_download'].flatMap((option) => {
    const property = propertyOf(options, option);
    const stuck = property && findStuck(project, options.file, property.value);
    if (!stuck) return [];
    const error = agentError('agent_function_not_sendable', { option });
    return [createFinding(options.file, spanOf(property), error, { fixes: stuck.fixes })];
  });
}

/** The agent's own, the one for summaries, and those for single steps. */
function modelsIn(call: Node, options: WrittenObject): Model[] {
  const prepareStep = propertyOf(options, 'prepareStep');
  const prepared = prepareStep ? preparedSteps(options.file, prepareStep.value) : [];
  const given = [options, objectIn(options, 'compaction')];
  return [...given, ...prepared].flatMap((object) => {
    const property = object && propertyOf(object, 'model');
    if (!property) return [];
    return { property, isMovable: given.includes(object) && contains(call.span, property.node.span) };
  });
}

function preparedSteps(file: ProjectFile, prepareStep: Node): (WrittenObject | null)[] {
  const fn = initialValue(prepareStep);
  const isRunInWorkflow = isFunction(fn) && directiveAround(file, fn)?.kind !== 'step';
  return isRunInWorkflow ? returnedValues(file, fn).map((value) => writtenObject(file, value)) : [];
}

function checkModel(project: Project, file: ProjectFile, { property, isMovable }: Model): Finding | null {
  const { value } = property;
  const stuck = findStuck(project, file, value);
  if (stuck) {
    return createFinding(file, spanOf(property), agentError('agent_model_not_sendable', {}), { fixes: stuck.fixes });
  }
  if (isMoved(file, value) || !isModelInstance(project, file, value)) return null;
  const fixes = isMovable ? inlineModel(file, property) : [];
  return createFinding(file, value.span, agentError('agent_model_not_storable', {}), { fixes });
}

/** A function that is neither moved nor a step. */
function findStuck(project: Project, file: ProjectFile, value: Node): { fixes: QuickFix[] } | null {
  if (isMoved(file, value) || value.type === 'GetterProperty' || isRefused(file, value)) return null;
  const origin = originOf(project, file, value);
  if (origin?.kind !== 'function' || origin.directive) return null;
  return { fixes: origin.file === file ? makeStep(file, origin.node) : [] };
}

/** What is wrong with it may be the reason. */
function isRefused({ problems }: ProjectFile, { span }: Node): boolean {
  return problems.some(({ index, end }) => contains(span, { start: index, end }));
}

/** Of a method only its name. */
function spanOf({ node, value }: Property): Node['span'] {
  return value === node ? (child(node, 'key') ?? node).span : unwrap(value).span;
}

/** The compiler makes a step of it, or of a part of it. */
function isMoved({ directives }: ProjectFile, value: Node): boolean {
  for (const { node, form } of directives.values()) {
    const isOption = form === 'agent-option';
    if (isOption && (contains(value.span, node.span) || contains(node.span, value.span))) return true;
  }
  return false;
}

function makeStep(file: ProjectFile, fn: Node): QuickFix[] {
  const edits = stepEdits(file, fn);
  return edits ? [{ title: "Add 'use step' to the function", edits, isForAll: true }] : [];
}
