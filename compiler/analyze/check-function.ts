/** The rules for one workflow or step: what it may be and where it may stand. */
import { type Node, child, children, effectiveParent, staticKey } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic, headOf } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import { expressionPath } from '../globals/global-paths.ts';
import { compileError } from '../messages.ts';
import {
  contextUses,
  isClassForm,
  isGetter,
  isInFunction,
  isInNamespace,
  outerPrivateName,
  runsOnce,
  staticOwner,
} from './function-place.ts';
import type { FunctionForm } from './module-analysis.ts';
import type { ModuleBindings, Scope } from './scope.ts';

/** A function with a directive, before it is known to be a legal one. */
export interface Candidate {
  kind: DirectiveKind;
  node: Node;
  form: FunctionForm;
  /** Where it stands. */
  scope: Scope;
  /** For messages: `Step "charge"`. */
  subject: string;
}

/** Everything that is wrong with a function, apart from what it captures. */
export function checkFunction(file: SourceFile, candidate: Candidate, bindings: ModuleBindings): Diagnostic[] {
  const error = (code: SimpleCode): Diagnostic =>
    createDiagnostic(file, headOf(file, candidate.node), compileError(code, { subject: candidate.subject }));
  const place = candidate.kind === 'workflow' ? checkWorkflowPlace(candidate) : checkStepPlace(candidate);
  const problem = place ?? checkShape(candidate);
  if (problem) return [error(problem)];
  return candidate.kind === 'step' ? checkContext(file, candidate, bindings) : [];
}

type SimpleCode =
  | 'compile_function_generator'
  | 'compile_function_sync'
  | 'compile_step_accessor'
  | 'compile_step_class'
  | 'compile_step_computed'
  | 'compile_step_namespace'
  | 'compile_step_private'
  | 'compile_workflow_method'
  | 'compile_workflow_nested'
  | 'compile_workflow_wrapped';

/** A getter cannot be async, but what it returns is awaited all the same. */
function checkShape({ form, node }: Candidate): SimpleCode | null {
  if (isSetterOrConstructor(node)) return 'compile_step_accessor';
  if (node['generator'] === true) return 'compile_function_generator';
  return node['async'] === true || isGetter(form) ? null : 'compile_function_sync';
}

function isSetterOrConstructor({ type, kind }: Node): boolean {
  return type === 'SetterProperty' || type === 'Constructor' || kind === 'setter';
}

function checkWorkflowPlace({ form, node, scope }: Candidate): SimpleCode | null {
  if (isWrapped(node)) return 'compile_workflow_wrapped';
  if (staticOwner(node) && !isGetter(form) && !isSetterOrConstructor(node)) {
    if (staticKey(memberKey(node)) === null) return 'compile_step_computed';
    return runsOnce(scope) ? null : 'compile_workflow_nested';
  }
  const isPlain = form === 'declaration' || form === 'expression';
  if (!isPlain || isInClass(scope)) return 'compile_workflow_method';
  return scope.kind === 'module' ? null : 'compile_workflow_nested';
}

/** The name of a class member, or of the field that a function is the value of. */
function memberKey(node: Node): Node | null {
  return child(node, 'key') ?? child(effectiveParent(node).parent!, 'key');
}

/** True when something else stands for a workflow: what a decorator or a call that it is given to makes of it. */
function isWrapped(node: Node): boolean {
  const { parent, inner } = effectiveParent(node);
  const isField = parent?.type === 'ClassProperty' || parent?.type === 'PrivateProperty';
  if (children(isField ? parent : node, 'decorators').length > 0) return true;
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return false;
  const position = children(parent, 'arguments').indexOf(inner);
  return position >= 0 && !isDropped(parent) && !(position === 0 && givesItsTarget(parent));
}

/** True when nothing uses the value of a call. */
function isDropped(call: Node): boolean {
  const { parent, inner } = effectiveParent(call);
  if (parent?.type === 'AwaitExpression' || parent?.type === 'UnaryExpression') return isDropped(parent);
  return parent?.type === 'ExpressionStatement' && child(parent, 'expression') === inner;
}

const GIVES_ITS_TARGET = /^Object\.(?:assign|defineProperty|defineProperties|freeze|seal|setPrototypeOf)$/;

/** True for `Object.assign(fn, …)` and the like, whose value is what they were given first. */
function givesItsTarget(call: Node): boolean {
  return GIVES_ITS_TARGET.test(expressionPath(child(call, 'callee')!) ?? '');
}

function isInClass(scope: Scope): boolean {
  return scope.kind === 'field' || scope.kind === 'static-block';
}

function checkStepPlace({ form, node, scope }: Candidate): SimpleCode | null {
  const key = child(node, 'key');
  if (key && staticKey(key) === null) return 'compile_step_computed';
  if (isInNamespace(scope)) return 'compile_step_namespace';
  if (!isClassForm(form)) return null;
  if (isInFunction(scope)) return 'compile_step_class';
  const isReachable = node['isStatic'] === true && form === 'class-method';
  return node.type === 'PrivateMethod' && !isReachable ? 'compile_step_private' : null;
}

/** A step that is moved out of its enclosing function takes only values along. */
function checkContext(file: SourceFile, candidate: Candidate, bindings: ModuleBindings): Diagnostic[] {
  const { node, form, scope, subject } = candidate;
  const error = (name: string, at: Node): Diagnostic =>
    createDiagnostic(file, at.span, compileError('compile_step_context', { subject, name }));
  const { own, outer } = contextUses(node, bindings);
  const lost = isClassForm(form) ? [] : own.filter(({ name }) => name === 'super');
  if (runsOnce(scope) || isClassForm(form)) return lost.map((use) => error(use.name, use.node));
  lost.push(...outer.filter(({ name }) => name !== 'this'));
  const privateName = outerPrivateName(node);
  const diagnostics = lost.map((use) => error(use.name, use.node));
  return privateName ? [...diagnostics, error(`#${String(privateName['value'])}`, privateName)] : diagnostics;
}
