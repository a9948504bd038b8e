/** The rules for one workflow or step: what it may be and where it may stand. */
import { type Node, child, staticKey } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import { compileError } from '../messages.ts';
import { contextUses, isInFunction, isInNamespace, outerPrivateName, runsOnce } from './function-place.ts';
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
  const error = (code: SimpleCode, node = candidate.node): Diagnostic =>
    createDiagnostic(file, node.span.start, compileError(code, { subject: candidate.subject }));
  const shape = checkShape(candidate.node);
  if (shape) return [error(shape)];
  const place = candidate.kind === 'workflow' ? checkWorkflowPlace(candidate) : checkStepPlace(candidate);
  if (place) return [error(place)];
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
  | 'compile_workflow_nested';

function checkShape(node: Node): SimpleCode | null {
  if (isAccessor(node)) return 'compile_step_accessor';
  if (node['generator'] === true) return 'compile_function_generator';
  return node['async'] === true ? null : 'compile_function_sync';
}

function isAccessor(node: Node): boolean {
  return ['GetterProperty', 'SetterProperty', 'Constructor'].includes(node.type) || /^[gs]etter$/.test(String(node['kind']));
}

function checkWorkflowPlace({ form, scope }: Candidate): SimpleCode | null {
  if (form === 'object-method' || form === 'class-method' || isInClass(scope)) return 'compile_workflow_method';
  return scope.kind === 'module' ? null : 'compile_workflow_nested';
}

function isInClass(scope: Scope): boolean {
  return scope.kind === 'field' || scope.kind === 'static-block';
}

function checkStepPlace({ form, node, scope }: Candidate): SimpleCode | null {
  const key = child(node, 'key');
  if (key && staticKey(key) === null) return 'compile_step_computed';
  if (isInNamespace(scope)) return 'compile_step_namespace';
  if (form !== 'class-method') return null;
  if (isInFunction(scope)) return 'compile_step_class';
  return node.type === 'PrivateMethod' && node['isStatic'] !== true ? 'compile_step_private' : null;
}

/** A step that is moved out of the code around it keeps nothing of it but values. */
function checkContext(file: SourceFile, candidate: Candidate, bindings: ModuleBindings): Diagnostic[] {
  const { node, form, scope, subject } = candidate;
  const error = (name: string, at: Node): Diagnostic =>
    createDiagnostic(file, at.span.start, compileError('compile_step_context', { subject, name }));
  const { own, outer } = contextUses(node, bindings);
  const lost = form === 'object-method' ? own.filter(({ name }) => name === 'super') : [];
  if (runsOnce(scope) || form === 'class-method') return lost.map((use) => error(use.name, use.node));
  lost.push(...outer.filter(({ name }) => name !== 'this'));
  const privateName = outerPrivateName(node);
  const diagnostics = lost.map((use) => error(use.name, use.node));
  return privateName ? [...diagnostics, error(`#${String(privateName['value'])}`, privateName)] : diagnostics;
}
