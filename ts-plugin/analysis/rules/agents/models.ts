/** Models, and functions for their answers, that never reach the host. Runs end with the same errors. */
import { agentError } from '../../../../agent/contract/messages.ts';
import { referenceOf } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, contains, isFunction, unwrap, children, parentOf } from '../../../../compiler/ast.ts';
import type { CallSite } from '../../code/call-sites.ts';
import { initialValue } from '../../code/held-values.ts';
import { originOf } from '../../code/origins.ts';
import { returnedValues, directiveAround } from '../../code/surroundings.ts';
import { stepEdits } from '../../edits/step-edits.ts';
import { removeStatement, replaceText, textOf } from '../../edits/text-edits.ts';
import { type Finding, type QuickFix, createFinding, type TextEdit } from '../../findings/finding.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { type Property, type WrittenObject, objectIn, propertyOf, writtenObject } from './written-object.ts';

/** A model that options name. */
interface Model {
  property: Property;
  /** Whether the compiler looks for models at this place. */
  isMovable: boolean;
}

/** Checks the models that the options in a call name. */
export function checkModels({ project, node }: CallSite, options: WrittenObject): Finding[] {
  return modelsIn(node, options).flatMap((model) => checkModel(project, options.file, model) ?? []);
}

/** Checks the functions for the answers of a call of `stream()`. */
export function checkStreamFunctions(project: Project, options: WrittenObject): Finding[] {
  return ['experimental_transform', 'experimental_download'].flatMap((option) => {
    const property = propertyOf(options, option);
    const stuck = property && findStuck(project, options.file, property.value);
    if (!stuck) return [];
    const error = agentError('agent_function_not_sendable', { option });
    return [createFinding(options.file, spanOf(property), error, { fixes: stuck.fixes })];
  });
}

/** The agent's own model, its model for summaries, and those for single steps. */
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

/** A function that is neither moved to the host nor a step. */
function findStuck(project: Project, file: ProjectFile, value: Node): { fixes: QuickFix[] } | null {
  if (isMoved(file, value) || value.type === 'GetterProperty' || isRefused(file, value)) return null;
  const origin = originOf(project, file, value);
  if (origin?.kind !== 'function' || origin.directive) return null;
  return { fixes: origin.file === file ? makeStep(file, origin.node) : [] };
}

/** Another finding in it may be the reason. */
function isRefused({ problems }: ProjectFile, { span }: Node): boolean {
  return problems.some(({ index, end }) => contains(span, { start: index, end }));
}

/** For a method the span of its name. */
function spanOf({ node, value }: Property): Node['span'] {
  return value === node ? (child(node, 'key') ?? node).span : unwrap(value).span;
}

/** Whether the compiler turns it, or a part of it, into a step. */
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

/** The fix for the name of a constant that uses nothing of the functions around it. */
function inlineModel(file: ProjectFile, { node, value }: Property): QuickFix[] {
  const name = unwrap(value);
  const made = initialValue(name);
  if (made === name || usesLocals(file, made)) return [];
  const text = textOf(file, made.span);
  const written = replaceText(file, value.span, node === value ? `model: ${text}` : text);
  return [{ title: 'Write the model into the options', edits: [written, ...removeUnused(file, name)], isForAll: true }];
}

function usesLocals({ bindings }: ProjectFile, { span }: Node): boolean {
  return bindings.references.some(({ node, binding }) => {
    const isInside = contains(span, node.span) && binding !== null;
    return isInside && binding.scope !== bindings.root && !contains(span, binding.scope.node.span);
  });
}

/** Removes the statement of a constant that has no other use. */
function removeUnused(file: ProjectFile, name: Node): TextEdit[] {
  const binding = referenceOf(name)?.binding;
  const declarator = binding?.references.length === 1 ? binding.declarations[0] : undefined;
  const statement = declarator && parentOf(declarator);
  const isAlone = statement?.type === 'VariableDeclaration' && children(statement, 'declarations').length === 1;
  const holder = isAlone ? parentOf(statement) : undefined;
  return holder && child(holder, 'declaration') !== statement ? [removeStatement(file, statement!.span)] : [];
}

/** Functions of `ai` that return a model. */
const MODEL_MAKERS = new Set(['gateway', 'wrapLanguageModel']);
/** Functions of `ai` and of provider packages that return a provider. Calling the provider returns a model. */
const PROVIDER_MAKER = /^(?:create[A-Z]|customProvider$)/;
const PROVIDER_PACKAGE = /^@ai-sdk\/(?!provider|react|vue|svelte|angular|rsc|mcp)/;

/** A chain of calls and the name that it begins with: `createOpenAI()('gpt-5')` calls `createOpenAI` twice. */
interface Chain {
  root: Node;
  calls: number;
}

/** Whether an expression certainly is a model that a provider's package created. */
function isModelInstance(project: Project, file: ProjectFile, expression: Node): boolean {
  const { root, calls } = chainOf(file, expression);
  const origin = calls === 0 ? null : originOf(project, file, root);
  if (origin?.kind !== 'package' || origin.path.length !== 1) return false;
  const [name = ''] = origin.path;
  if (PROVIDER_MAKER.test(name)) return calls === 2 && (origin.module === 'ai' || PROVIDER_PACKAGE.test(origin.module));
  return calls === 1 && (origin.module === 'ai' ? MODEL_MAKERS.has(name) : PROVIDER_PACKAGE.test(origin.module));
}

/** Follows members and constants to the name that a chain begins with. */
function chainOf(file: ProjectFile, expression: Node): Chain {
  const node = unwrap(expression);
  if (node.type === 'MemberExpression') return chainOf(file, child(node, 'object')!);
  if (node.type === 'CallExpression') {
    const { root, calls } = chainOf(file, child(node, 'callee')!);
    return { root, calls: calls + 1 };
  }
  const held = initialValue(node);
  return held === node ? { root: node, calls: 0 } : chainOf(file, held);
}
