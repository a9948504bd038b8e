/** Finds the variables, functions and steps that a nested step uses from the functions and blocks around it. */
import { type Node, contains } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import { contextUses } from './function-place.ts';
import type { Captures, DirectiveFunction, Helper } from './module-analysis.ts';
import {
  type Binding,
  type ModuleBindings,
  type Reference,
  type Scope,
  classOf,
  functionOf,
  resolveName,
} from './scope.ts';

/** The module around a nested step. Problems that are found are added to `diagnostics`. */
export interface CaptureContext {
  file: SourceFile;
  bindings: ModuleBindings;
  /** Where the step stands. */
  scope: Scope;
  /** All functions of the module with a directive. */
  functions: readonly DirectiveFunction[];
  diagnostics: Diagnostic[];
}

/** Finds the captures of a nested step; what cannot be captured becomes a diagnostic. */
export function findCaptures(step: DirectiveFunction, subject: string, context: CaptureContext): Captures {
  return new CaptureSearch(step, subject, context).run();
}

type CaptureCode = 'compile_capture_ambiguous' | 'compile_capture_assigned' | 'compile_capture_function';

class CaptureSearch {
  readonly #step: DirectiveFunction;
  readonly #subject: string;
  readonly #context: CaptureContext;
  /** Scopes around the step, without that of the module. */
  readonly #outside = new Set<Scope>();
  readonly #seen = new Map<string, Binding | null>();
  readonly #values = new Map<string, Binding>();
  readonly #helpers = new Map<Binding, Helper>();
  readonly #siblings = new Map<Binding, DirectiveFunction>();
  #self: boolean;

  constructor(step: DirectiveFunction, subject: string, context: CaptureContext) {
    this.#step = step;
    this.#subject = subject;
    this.#context = context;
    this.#self = usesOuterThis(step.node, context.bindings);
    for (let at: Scope | null = context.scope; at?.parent; at = at.parent) this.#outside.add(at);
  }

  run(): Captures {
    this.#searchIn(this.#step.node);
    return {
      values: [...this.#values.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
      helpers: [...this.#helpers.values()].sort((a, b) => a.node.span.start - b.node.span.start),
      siblings: [...this.#siblings].map(([{ name }, step]) => ({ name, step })),
      self: this.#self,
    };
  }

  /** Looks at every name that a function uses and does not declare itself. */
  #searchIn(code: Node): void {
    for (const reference of this.#context.bindings.references) {
      if (!contains(code.span, reference.node.span) || isDeclaredIn(code, reference)) continue;
      const { binding } = reference;
      if (binding && this.#outside.has(binding.scope)) this.#capture(reference, binding);
      this.#checkUnambiguous(reference);
    }
  }

  #capture(reference: Reference, binding: Binding): void {
    if (reference.writes) return this.#report('compile_capture_assigned', reference);
    if (this.#helpers.has(binding) || this.#siblings.has(binding)) return;
    const declared = functionOf(binding) ?? classOf(binding);
    const sibling = declared && this.#context.functions.find(({ node }) => node === declared);
    if (sibling) return this.#captureSibling(binding, sibling);
    if (!declared) {
      this.#values.set(binding.name, binding);
      return;
    }
    if (!this.#isCopyable(declared)) return this.#report('compile_capture_function', reference);
    this.#helpers.set(binding, { name: binding.name, binding, node: declared });
    this.#searchIn(declared);
  }

  /** The closure of the other step needs what that one captures. */
  #captureSibling(binding: Binding, sibling: DirectiveFunction): void {
    this.#siblings.set(binding, sibling);
    if (usesOuterThis(sibling.node, this.#context.bindings)) this.#self = true;
    if (sibling !== this.#step) this.#searchIn(sibling.node);
  }

  /** Code that contains a step, or that uses the `this` of an enclosing function, works only in its place. */
  #isCopyable(node: Node): boolean {
    const { bindings, functions } = this.#context;
    return contextUses(node, bindings).outer.length === 0 && !functions.some((fn) => contains(node.span, fn.node.span));
  }

  /** All code of a closure shares one scope, so each name may mean only one thing. */
  #checkUnambiguous(reference: Reference): void {
    const { name, binding } = reference;
    const isCaptured = (candidate: Binding | null) => candidate !== null && this.#outside.has(candidate.scope);
    const seen = this.#seen.get(name);
    const isHidden = isCaptured(binding) && resolveName(name, this.#context.scope) !== binding;
    const isOther = seen !== undefined && seen !== binding && (isCaptured(seen) || isCaptured(binding));
    if (isHidden || isOther) this.#report('compile_capture_ambiguous', reference);
    if (seen === undefined) this.#seen.set(name, binding);
  }

  #report(code: CaptureCode, { name, node }: Reference): void {
    const error = compileError(code, { subject: this.#subject, name });
    this.#context.diagnostics.push(createDiagnostic(this.#context.file, node.span, error));
  }
}

function usesOuterThis(node: Node, bindings: ModuleBindings): boolean {
  return contextUses(node, bindings).outer.some(({ name }) => name === 'this');
}

/** True when a name is declared inside this code. */
function isDeclaredIn(code: Node, { binding }: Reference): boolean {
  return binding !== null && binding.scope.kind !== 'module' && contains(code.span, binding.scope.node.span);
}
